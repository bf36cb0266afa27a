export type UnitPlan = {
  readonly scope: 'user' | 'system'
  readonly nodePath: string
  readonly scriptPath: string
  /** Variables of the service; those of its settings file win over them. */
  readonly settings: Readonly<Record<string, string>>
}

/** V8 compiles at run time, so MemoryDenyWriteExecute= cannot be among these. */
const hardeningAnywhere = [
  'NoNewPrivileges=yes',
  'LockPersonality=yes',
  'RestrictRealtime=yes',
  'RestrictSUIDSGID=yes',
  'RestrictNamespaces=yes',
  'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK',
  'SystemCallArchitectures=native',
  'SystemCallFilter=@system-service',
  'SystemCallErrorNumber=EPERM',
  'UMask=0077',
]

/** Hardening that only the system's own manager can set up on every machine. */
const hardeningOfSystem = [
  'DynamicUser=yes',
  'StateDirectory=disparo',
  'StateDirectoryMode=0700',
  'CapabilityBoundingSet=',
  'PrivateUsers=yes',
  'ProtectSystem=strict',
  'PrivateTmp=yes',
  'PrivateDevices=yes',
  'ProtectClock=yes',
  'ProtectControlGroups=yes',
  'ProtectHostname=yes',
  'ProtectKernelLogs=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelTunables=yes',
  'ProtectProc=invisible',
  'ProcSubset=pid',
  'RemoveIPC=yes',
]

/** A lasting fault is reported, not retried for ever: at most 20 starts in half an hour. */
const restarts = {
  limits: ['StartLimitIntervalSec=30min', 'StartLimitBurst=20'],
  service: [
    'Restart=on-failure',
    'RestartSec=5',
    // Wrong flags do not get better by trying again.
    'RestartPreventExitStatus=2',
  ],
}

/** A systemd unit that runs `disparo serve` with no more rights than it needs. */
export function formatUnit({ scope, nodePath, scriptPath, settings }: UnitPlan): string {
  const isSystem = scope === 'system'
  const command = [nodePath, scriptPath, 'serve'].map(quote).join(' ')
  const isInHome = [nodePath, scriptPath].some((path) => /^\/(home|root)\//.test(path))
  return [
    '[Unit]',
    'Description=Disparo: campanhas de WhatsApp',
    // A user's manager does not know the machine's network targets.
    ...(isSystem ? ['Wants=network-online.target', 'After=network-online.target'] : []),
    ...restarts.limits,
    '',
    '[Service]',
    'Type=notify',
    // `systemd-notify`, another process, reports the state of the service.
    'NotifyAccess=all',
    // Years of records are read before the first call is answered.
    'TimeoutStartSec=10min',
    // A main thread that hangs does not come back by itself.
    'WatchdogSec=2min',
    `ExecStart=${command}`,
    'Environment=NODE_ENV=production',
    ...Object.entries(settings).map(([name, value]) => `Environment=${assignment(name, value)}`),
    ...(isSystem ? ['Environment=DISPARO_DATA_DIR=%S/disparo'] : []),
    `EnvironmentFile=-${isSystem ? '/etc/disparo/disparo.env' : '%E/disparo/disparo.env'}`,
    ...restarts.service,
    'TimeoutStopSec=15',
    'LimitNOFILE=65536',
    ...hardeningAnywhere,
    ...(isSystem ? [...hardeningOfSystem, `ProtectHome=${isInHome ? 'read-only' : 'yes'}`] : []),
    '',
    '[Install]',
    `WantedBy=${isSystem ? 'multi-user.target' : 'default.target'}`,
  ].join('\n')
}

/** An assignment of Environment=, where `$` is an ordinary character. */
function assignment(name: string, value: string): string {
  const escaped = `${name}=${value}`.replace(/[\\"]/g, '\\$&').replace(/%/g, '%%')
  return /^[\w@%+=:,./-]+$/.test(escaped) ? escaped : `"${escaped}"`
}

/** A word of ExecStart=, where `%` and `$` mean something of their own. */
function quote(word: string): string {
  const escaped = word.replace(/[\\"]/g, '\\$&').replace(/%/g, '%%').replace(/\$/g, '$$$$')
  return /^[\w@%+=:,./-]+$/.test(word) ? escaped : `"${escaped}"`
}
