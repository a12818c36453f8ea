/** How a newcomer installs packages and runs what they bring. */
export interface Manager {
  readonly name: string
  /** Makes a project of an empty folder: the first command line. */
  readonly begin: string
  /** Files that a project needs so that our scope comes from another registry, by name. */
  readonly files: (registry: string) => Readonly<Record<string, string>>
  /** The command line that installs the packages. */
  readonly install: (packages: Packages) => string
  /** Stands before "concordat". */
  readonly run: string
  /** Runs a program. */
  readonly node: string
  /** Why compilers other than its own do not find its packages. */
  readonly withoutCompilers?: string
}

/** As a command line names them. */
export interface Packages {
  readonly development: string
  readonly production: string
}

/** npm's packages of the managers themselves, in exact versions. */
export const MANAGER_PACKAGES = { pnpm: '12.21.0', '@yarnpkg/cli-dist': '4.18.1', bun: '1.4.5' } as const

const npmrc = (registry: string): string => `@concordat:registry=${registry}\n`
/**
 * A package that was published a moment ago is not suspicious here. What yarn knows of packages stays in the
 * project: it would look for the same version where the registry of the last run listened.
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
    // "pnpm init" writes down that this very pnpm has to be downloaded, for every system there is.
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
    // "bun init" writes a program and rules for agents besides.
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
