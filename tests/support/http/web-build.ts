import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export const script = `export const text = ${JSON.stringify('x'.repeat(2_000))}`

const manifest = {
  'main.ts': {
    file: 'assets/main-Ab1.js',
    isEntry: true,
    imports: ['_base-Kl6.js'],
    dynamicImports: ['_react-Cd2.js', 'start.tsx'],
  },
  'start.tsx': {
    file: 'assets/start-Za4.js',
    isEntry: true,
    imports: ['main.ts', '_react-Cd2.js'],
    dynamicImports: ['screens/chat/chat-screen.tsx'],
    css: ['assets/main-Ef3.css'],
    assets: [
      'assets/inter-latin-ext-wght-normal-Gh4.woff2',
      'assets/inter-latin-wght-normal-Ij5.woff2',
    ],
  },
  '_react-Cd2.js': {
    file: 'assets/react-Cd2.js',
    imports: ['_base-Kl6.js'],
    css: ['assets/react-Mn7.css'],
  },
  '_list-St0.js': { file: 'assets/list-St0.js', imports: ['_base-Kl6.js'] },
  '_base-Kl6.js': { file: 'assets/base-Kl6.js' },
  'screens/chat/chat-screen.tsx': {
    file: 'assets/chat-Op8.js',
    imports: ['start.tsx', '_list-St0.js'],
    css: ['assets/chat-Qr9.css'],
    isDynamicEntry: true,
    dynamicImports: ['api/chat-answer.ts', 'ui/picture.tsx'],
  },
  'api/chat-answer.ts': {
    file: 'assets/chats-Uv1.js',
    imports: ['_schemas-Wx2.js', '_base-Kl6.js'],
    isDynamicEntry: true,
  },
  '_schemas-Wx2.js': { file: 'assets/schemas-Wx2.js' },
  'ui/picture.tsx': { file: 'assets/picture-Yz3.js', isDynamicEntry: true },
}

/** Writes what a build of the console produces: small, and the same each time. */
export async function writeWebBuild(dir: string, changes: object = {}): Promise<void> {
  const files: Record<string, string | Uint8Array> = {
    '.vite/manifest.json': JSON.stringify({ ...manifest, ...changes }),
    'assets/main-Ab1.js': script,
    'assets/main-Ab1.js.br': brotliCompressSync(script),
    'assets/main-Ab1.js.gz': gzipSync(script),
    'assets/main-Ef3.css': 'body {}',
    'assets/inter-latin-wght-normal-Ij5.woff2': new Uint8Array([0x77, 0x4f, 0x46, 0x32]),
    'icons/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"><title>x</title></svg>',
    'favicon.ico': new Uint8Array([0, 0, 1, 0]),
    'segredo.txt': 'ninguém lê',
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true })
    await writeFile(join(dir, name), content)
  }
}
