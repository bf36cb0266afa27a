/** Code that checks the signatures of events, to be copied into the receiver of a webhook. */

const node = `import { createHmac, timingSafeEqual } from 'node:crypto'

const secret = process.env.WEBHOOK_SECRET // whsec_…

// body: o texto do pedido como chegou, antes de qualquer JSON.parse
export function isFromDisparo(headers, body) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  return headers['webhook-signature'].split(' ').some((each) => {
    const given = Buffer.from(each.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
`

const python = `import base64, hashlib, hmac, os, time

secret = os.environ["WEBHOOK_SECRET"]  # whsec_…

# body: os bytes do pedido como chegaram
def is_from_disparo(headers, body: bytes) -> bool:
    id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(each, f"v1,{expected}") for each in given)
`

const php = `<?php
$secret = getenv('WEBHOOK_SECRET'); // whsec_…
$body = file_get_contents('php://input');

function isFromDisparo(string $secret, string $body): bool {
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (abs(time() - (int) $timestamp) > 300) return false;
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        if (hash_equals($expected, $given)) return true;
    }
    return false;
}

if (!isFromDisparo($secret, $body)) { http_response_code(401); exit; }
`

const curl = `# WEBHOOK_SECRET=whsec_…
URL=http://localhost:8080/avisos
ID=teste-1
TIMESTAMP=$(date +%s)
BODY='{"id":"teste-1","type":"teste","timestamp":"2026-01-15T12:00:00.000Z","data":{"mensagem":"Oi"}}'
KEY=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -tx1 | tr -d ' \\n')
SIGNATURE=$(printf %s "$ID.$TIMESTAMP.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)
curl -i "$URL" -H 'content-type: application/json' \\
  -H "webhook-id: $ID" -H "webhook-timestamp: $TIMESTAMP" \\
  -H "webhook-signature: v1,$SIGNATURE" -d "$BODY"
`

export const signatureSamples = [
  { name: 'Node', about: 'Para um servidor em Node.js, sem bibliotecas.', code: node },
  {
    name: 'Python',
    about: 'Para um servidor em Python 3.9 ou mais novo, sem bibliotecas.',
    code: python,
  },
  { name: 'PHP', about: 'Para uma página em PHP, sem bibliotecas.', code: php },
  {
    name: 'curl',
    about: 'Para experimentar o seu endereço na sua máquina, com um aviso que você mesmo assina.',
    code: curl,
  },
] as const
