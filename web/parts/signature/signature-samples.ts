/**
 * Receivers of webhooks that check what they get, whole, to be copied. Whoever has no secret of
 * their own yet gives the token of the instance in its place.
 */

const node = `// node receptor.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = process.env.WEBHOOK_SECRET // whsec_…
const key = secret.startsWith('whsec_')
  ? Buffer.from(secret.slice('whsec_'.length), 'base64')
  : Buffer.from(secret) // o token da instância

function isFromDisparo(headers, body) {
  const id = headers['webhook-id']
  const time = headers['webhook-timestamp']
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) <= 300 // 5 minutos
  if (!isRecent) return false
  const expected = createHmac('sha256', key).update(\`\${id}.\${time}.\`).update(body).digest()
  // Uma assinatura por segredo: são duas enquanto o anterior ainda vale.
  return (headers['webhook-signature'] ?? '').split(' ').some((each) => {
    const given = Buffer.from(each.slice('v1,'.length), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks) // os bytes como chegaram, antes do JSON.parse
  if (!isFromDisparo(request.headers, body)) return response.writeHead(401).end()
  response.writeHead(204).end() // responda logo; o trabalho vem depois
  console.log(request.headers['webhook-id'], JSON.parse(body))
}).listen(8080, () => console.log('Esperando avisos na porta 8080'))
`

const python = `# python3 receptor.py
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

secret = os.environ["WEBHOOK_SECRET"]  # whsec_…
if secret.startswith("whsec_"):
    key = base64.b64decode(secret[len("whsec_"):])
else:
    key = secret.encode()  # o token da instância


def is_from_disparo(headers, body: bytes) -> bool:
    id = headers.get("webhook-id", "")
    sent_at = headers.get("webhook-timestamp", "")
    is_number = sent_at.isascii() and sent_at.isdigit()
    if not is_number or abs(time.time() - int(sent_at)) > 300:  # 5 minutos
        return False
    signed = f"{id}.{sent_at}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # Uma assinatura por segredo: são duas enquanto o anterior ainda vale.
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(each, expected) for each in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # Os bytes como chegaram, antes do json.loads.
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        accepted = is_from_disparo(self.headers, body)
        self.send_response(204 if accepted else 401)
        self.end_headers()
        if accepted:
            print(self.headers["webhook-id"], json.loads(body), flush=True)


server = ThreadingHTTPServer(("", 8080), Receiver)
print("Esperando avisos na porta 8080", flush=True)
server.serve_forever()
`

const php = `<?php // php -S 0.0.0.0:8080 receptor.php
$secret = getenv('WEBHOOK_SECRET'); // whsec_…
$key = strncmp($secret, 'whsec_', 6) === 0
    ? base64_decode(substr($secret, 6))
    : $secret; // o token da instância
$body = file_get_contents('php://input'); // os bytes como chegaram

function isFromDisparo(string $key, string $body): bool {
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (abs(time() - (int) $time) > 300) return false; // 5 minutos
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
    // Uma assinatura por segredo: são duas enquanto o anterior ainda vale.
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        if (hash_equals($expected, $given)) return true;
    }
    return false;
}

if (!isFromDisparo($key, $body)) {
    http_response_code(401);
    exit;
}
http_response_code(204);
error_log($_SERVER['HTTP_WEBHOOK_ID'] . ' ' . json_encode(json_decode($body, true)));
`

const curl = `# WEBHOOK_SECRET=whsec_…
URL=http://localhost:8080/avisos
ID=teste-1
TIMESTAMP=$(date +%s)
BODY='{"id":"teste-1","type":"teste","timestamp":"2026-01-15T12:00:00.000Z","data":{"mensagem":"Oi"}}'
KEY=$(case "$WEBHOOK_SECRET" in
  whsec_*) printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 -d ;;
  *) printf %s "$WEBHOOK_SECRET" ;; # o token da instância
esac | od -An -tx1 | tr -d ' \\n')
SIGNATURE=$(printf %s "$ID.$TIMESTAMP.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)
curl -i "$URL" -H 'content-type: application/json' \\
  -H "webhook-id: $ID" -H "webhook-timestamp: $TIMESTAMP" \\
  -H "webhook-signature: v1,$SIGNATURE" -d "$BODY"
`

export const signatureSamples = [
  {
    name: 'Node.js',
    about:
      'Um receptor inteiro, sem bibliotecas. No Express, receba o corpo com express.raw({ type: "application/json" }).',
    code: node,
  },
  {
    name: 'PHP',
    about: 'Uma página inteira, sem bibliotecas, em PHP 7 ou mais novo.',
    code: php,
  },
  {
    name: 'Python',
    about:
      'Um receptor inteiro, sem bibliotecas, em Python 3.7 ou mais novo. No Flask, o corpo é request.get_data(); no Django, request.body.',
    code: python,
  },
  {
    name: 'curl',
    about: 'Para experimentar o seu endereço na sua máquina, com um aviso que você mesmo assina.',
    code: curl,
  },
] as const
