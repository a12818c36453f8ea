import { join } from 'node:path'
import type { Tool, ToolId } from './tool.ts'

/** Exact versions, so that two runs of the benchmark compare the same programs. */
export const PACKAGES = {
  'openapi-typescript': '7.13.0',
  'openapi-fetch': '0.17.0',
  typescript: '5.9.3',
  ts7: 'npm:typescript@7.0.2',
  '@hey-api/openapi-ts': '0.99.0',
  zod: '4.6.7',
  orval: '8.38.0',
  '@kubb/cli': '4.39.3',
  '@kubb/core': '4.39.3',
  '@kubb/plugin-oas': '4.39.3',
  '@kubb/plugin-ts': '4.39.3',
  '@kubb/plugin-client': '4.39.3',
  '@redocly/cli': '2.77.0',
} as const

/** Pins orval's parser to the newest version whose dependencies are available from every registry mirror. */
export const OVERRIDES = { '@scalar/openapi-parser': '0.29.8' } as const

const KUBB_CONFIG = 'kubb.config.mjs'

/** Files that the peers need in addition to their packages: kubb accepts no plugins on its command line. */
export const PEER_FILES: Readonly<Record<string, string>> = {
  [KUBB_CONFIG]: `import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'

export default defineConfig({
  root: '.',
  input: { path: process.env.BENCH_DOCUMENT },
  output: { path: process.env.BENCH_OUTPUT, format: false, lint: false },
  plugins: [pluginOas(), pluginTs(), pluginClient({ client: 'fetch', bundle: true })],
})
`,
}

/**
 * Environment that stops programs from checking for updates or sending telemetry. Otherwise, these would
 * count as the generator's time.
 */
export const PEER_ENVIRONMENT: Readonly<Record<string, string>> = {
  CI: '1',
  DO_NOT_TRACK: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
}

/**
 * Each peer, started as its documentation says but without a formatter, which would take most of the time for
 * some peers.
 */
export const PEERS: readonly Tool[] = [
  {
    id: 'openapi-typescript',
    name: `openapi-typescript ${PACKAGES['openapi-typescript']}`,
    makes: 'types',
    script: 'openapi-typescript/bin/cli.js',
    arguments: (document, output) => [document, '--output', join(output, 'openapi.ts')],
  },
  heyApi('hey-api', 'types, client', ['@hey-api/typescript', '@hey-api/client-fetch', '@hey-api/sdk']),
  heyApi('hey-api-zod', 'types, client, zod', [
    '@hey-api/typescript',
    '@hey-api/client-fetch',
    '@hey-api/sdk',
    'zod',
  ]),
  {
    id: 'orval',
    name: `orval ${PACKAGES.orval}`,
    makes: 'types, client',
    script: 'orval/dist/bin/orval.mjs',
    arguments: (document, output) => [
      '--input',
      document,
      '--output',
      join(output, 'api.ts'),
      '--client',
      'fetch',
    ],
  },
  {
    id: 'kubb',
    name: `kubb ${PACKAGES['@kubb/core']}`,
    makes: 'types, client',
    script: '@kubb/cli/bin/kubb.cjs',
    arguments: () => ['generate', '--config', KUBB_CONFIG],
    environment: (document, output) => ({ BENCH_DOCUMENT: document, BENCH_OUTPUT: output }),
  },
  {
    id: 'redocly',
    name: `Redocly generate-client ${PACKAGES['@redocly/cli']}`,
    makes: 'types, client',
    script: '@redocly/cli/bin/cli.js',
    arguments: (document, output) => ['generate-client', document, '--output', join(output, 'client.ts')],
  },
]

function heyApi(id: ToolId, makes: string, plugins: readonly string[]): Tool {
  return {
    id,
    name: `hey-api ${PACKAGES['@hey-api/openapi-ts']}`,
    makes,
    script: '@hey-api/openapi-ts/bin/run.js',
    arguments: (document, output) => [
      '--no-log-file',
      '--input',
      document,
      '--output',
      output,
      '--plugins',
      ...plugins,
    ],
  }
}
