/** A package manager: how a newcomer installs packages and runs their programs. */
export interface Manager {
  readonly name: string
  /** The first command line, which turns an empty folder into a project. */
  readonly begin: string
  /** Files, by name, that make a project load our scope from another registry. */
  readonly files: (registry: string) => Readonly<Record<string, string>>
  /** Returns the command line that installs the packages. */
  readonly install: (packages: Packages) => string
  /** Stands before "concordat". */
  readonly run: string
  /** Runs a program. */
  readonly node: string
  /** The reason why compilers other than its own do not find its packages. */
  readonly withoutCompilers?: string
}

/** The packages as written on a command line. */
export interface Packages {
  readonly development: string
  readonly production: string
}

/** The npm packages of the managers themselves, in exact versions. */
export const MANAGER_PACKAGES = { pnpm: '12.21.0', '@yarnpkg/cli-dist': '4.18.1', bun: '1.4.5' } as const

const npmrc = (registry: string): string => `@concordat:registry=${registry}\n`
/**
 * A package that was published a moment ago is not suspicious here. Yarn's cache stays in the project,
 * because it would otherwise look for the same version at the address of the last run's registry.
 */
const yarnrc = (registry: string, linker: string): string => `nodeLinker: ${linker}
enableTelemetry: false
enableImmutableInstalls: false
globalFolder: ./.yarn/global
npmPreapprovedPackages: ['@concordat/*']
unsafeHttpWhitelist: ['127.0.0.1']
npmScopes:
  concordat: { npmRegistryServer: '${registry}' }
`

const yarn = {
  begin: 'yarn init -y && npm pkg set type=module',
  install: ({ development, production }: Packages) => `yarn add -D ${development} && yarn add ${production}`,
  run: 'yarn',
}

export const MANAGERS: readonly Manager[] = [
  {
    name: 'npm',
    begin: 'npm init -y && npm pkg set type=module',
    files: (registry) => ({ '.npmrc': npmrc(registry) }),
    install: ({ development, production }) =>
      `npm install --save-dev ${development} && npm install ${production}`,
    run: 'npx',
    node: 'node',
  },
  {
    name: 'pnpm',
    // "pnpm init" records that exactly this version of pnpm has to be downloaded, for every system.
    begin: 'npm init -y && npm pkg set type=module',
    files: (registry) => ({ '.npmrc': npmrc(registry), 'pnpm-workspace.yaml': 'minimumReleaseAge: 0\n' }),
    install: ({ development, production }) => `pnpm add -D ${development} && pnpm add ${production}`,
    run: 'pnpm exec',
    node: 'node',
  },
  {
    ...yarn,
    name: 'yarn, node_modules',
    files: (registry) => ({ '.yarnrc.yml': yarnrc(registry, 'node-modules'), 'yarn.lock': '' }),
    node: 'node',
  },
  {
    ...yarn,
    name: 'yarn, plug and play',
    files: (registry) => ({ '.yarnrc.yml': yarnrc(registry, 'pnp'), 'yarn.lock': '' }),
    node: 'yarn node',
    withoutCompilers: 'packages lie in archives',
  },
  {
    name: 'bun',
    // "bun init" also writes a program and rules for agents.
    begin: 'npm init -y && npm pkg set type=module',
    files: (registry) => ({
      'bunfig.toml': `[install.scopes]\n"@concordat" = "${registry}"\n`,
      'bun.lock': '',
    }),
    install: ({ development, production }) => `bun add -d ${development} && bun add ${production}`,
    run: 'bun run',
    node: 'node',
  },
]
