import { expect, test } from 'vitest'
import { formatUnit } from '../../../src/cli/server/systemd-unit.ts'
import { aPerson } from '../../support/daemon/command-line.ts'

const plan = {
  nodePath: '/usr/bin/node',
  scriptPath: '/opt/meu disparo/100%/bin.js',
  settings: { DISPARO_PORT: '3000', DISPARO_DATA_DIR: '/srv/meus dados/100%' },
} as const

test('quotes paths as systemd reads them', () => {
  const unit = formatUnit({ ...plan, scope: 'user' })
  expect(unit).toContain('ExecStart=/usr/bin/node "/opt/meu disparo/100%%/bin.js" serve\n')
})

test('lets the settings file win over what the service was installed with', () => {
  const lines = formatUnit({ ...plan, scope: 'user' }).split('\n')
  const file = lines.indexOf('EnvironmentFile=-%E/disparo/disparo.env')
  const port = lines.indexOf('Environment=DISPARO_PORT=3000')
  const folder = lines.indexOf('Environment="DISPARO_DATA_DIR=/srv/meus dados/100%%"')
  expect(Math.min(port, folder)).toBeGreaterThan(0)
  expect(file).toBeGreaterThan(Math.max(port, folder))
})

test('gives the system service a user and a folder of its own', () => {
  const unit = formatUnit({ ...plan, scope: 'system' })
  for (const line of [
    'DynamicUser=yes',
    'StateDirectory=disparo',
    'Environment=DISPARO_DATA_DIR=%S/disparo',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'NoNewPrivileges=yes',
    'WantedBy=multi-user.target',
  ]) {
    expect(unit.split('\n')).toContain(line)
  }
})

test('asks of a user manager only what it can do without privileges', () => {
  const lines = formatUnit({ ...plan, scope: 'user' }).split('\n')
  expect(lines).toContain('NoNewPrivileges=yes')
  expect(lines).toContain('WantedBy=default.target')
  expect(lines.filter((line) => /^(DynamicUser|Protect|Private)/.test(line))).toEqual([])
})

test('prints the unit without touching the system', async () => {
  const person = await aPerson()
  const { code, stdout } = await person.run(['service', 'print', '--port', '7001'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^\[Unit\]\n/)
  expect(stdout).toMatch(/^ExecStart=.*bin\/disparo\.js serve$/m)
  expect(stdout).toMatch(/^Environment=DISPARO_HOST=127\.0\.0\.1$/m)
  expect(stdout).toMatch(/^Environment=DISPARO_PORT=7001$/m)
})

test('gives root a service of its own when asked', async () => {
  const person = await aPerson()
  const folder = `${person.home}/dados`
  const { code, stdout } = await person.run([
    ...['service', 'print', '--user', '--data-dir', folder, '--json'],
  ])
  expect(code).toBe(0)
  const { path, unit } = JSON.parse(stdout)
  expect(path).toMatch(/systemd\/user\/disparo\.service$/)
  expect(unit).toContain('WantedBy=default.target')
  expect(unit).toContain(`DISPARO_DATA_DIR=${folder}`)
})
