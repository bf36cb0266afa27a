/**
 * `http/answers/qr-picture.ts` inside the simulated machine: draws nothing, since drawing takes
 * threads.
 */
export async function drawQr(text: string): Promise<string> {
  return `data:image/png;base64,${btoa(text)}`
}
