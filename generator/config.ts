import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from './errors/problem.ts'
import type { VerifyConfig } from './verify-config.ts'
import { wrongVerifyMembers } from './verify-config-problems.ts'

export type {
  CredentialConfig,
  HookRequest,
  IdentityConfig,
  LoginConfig,
  LoginToken,
  Text,
  TlsConfig,
  TokenConfig,
  VerifyConfig,
} from './verify-config.ts'

/** What can be generated: each name stands for the files that a reader of the output finds under it. */
export const OUTPUTS = ['types', 'client', 'server', 'contract'] as const

export type Output = (typeof OUTPUTS)[number]

/** One document and where its outputs go. Paths are relative to the configuration file. */
export interface Config {
  /** The OpenAPI document: YAML or JSON. */
  readonly document: string
  /** Overlays, applied in this order. @see OpenAPI Overlay Specification 1.0.0 */
  readonly overlays?: readonly string[]
  /** Folder of the generated files. */
  readonly output: string
  /** Default: all. `client`, `server` and `contract` bring `types` with them. */
  readonly outputs?: readonly Output[]
  /** How `concordat verify` and the generated tests test a server. */
  readonly verify?: VerifyConfig
}

/** Gives a configuration file its types; one document or several. */
export function defineConfig(config: Config | readonly Config[]): Config | readonly Config[] {
  return config
}

export const CONFIG_FILE = 'concordat.config.ts'

/**
 * Reads the default export of a configuration file, with every path made absolute.
 * @throws {UsageError} when the file is missing or a value is not of its kind; all such values are named at once.
 */
export async function readConfig(file: string): Promise<readonly Config[]> {
  const path = resolve(file)
  if (!existsSync(path)) {
    throw new UsageError(
      `There is no "${file}". Write one, or name a document: concordat generate --document openapi.yaml --output generated`,
    )
  }
  const { default: value }: { default?: unknown } = await import(pathToFileURL(path).href)
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  const wrong = list.flatMap((config, index) =>
    wrongMembers(config).map((message) => `${list.length > 1 ? `[${index}] ` : ''}${message}`),
  )
  if (wrong.length > 0) throw new UsageError(`"${file}" is no configuration: ${wrong.join(' ')}`)
  return (list as readonly Config[]).map((config) => resolveConfig(config, resolve(path, '..')))
}

/** The same configuration with absolute paths and every output named. */
export function resolveConfig(config: Config, folder: string): Required<Config> {
  const outputs: readonly Output[] = config.outputs ?? OUTPUTS
  return {
    document: /^https?:/.test(config.document) ? config.document : resolve(folder, config.document),
    overlays: (config.overlays ?? []).map((overlay) => resolve(folder, overlay)),
    output: resolve(folder, config.output),
    outputs,
    verify: resolveVerify(config.verify ?? {}, folder),
  }
}

function resolveVerify(verify: VerifyConfig, folder: string): VerifyConfig {
  const { authFile, baseline, tls } = verify
  const { certificate, key, authority } = tls ?? {}
  return {
    ...verify,
    ...(authFile !== undefined && { authFile: resolve(folder, authFile) }),
    ...(baseline !== undefined && { baseline: resolve(folder, baseline) }),
    ...(tls !== undefined && {
      tls: {
        ...tls,
        ...(certificate !== undefined && { certificate: resolve(folder, certificate) }),
        ...(key !== undefined && { key: resolve(folder, key) }),
        ...(authority !== undefined && { authority: resolve(folder, authority) }),
      },
    }),
  }
}

function wrongMembers(config: unknown): string[] {
  if (typeof config !== 'object' || config === null)
    return ['Its default export is not an object; use defineConfig({ document, output }).']
  const { document, overlays = [], output, outputs = [], verify = {} } = config as Record<string, unknown>
  const areStrings = (value: unknown) =>
    Array.isArray(value) && value.every((item) => typeof item === 'string')
  const known = (value: unknown) => OUTPUTS.some((name) => name === value)
  return [
    ...(typeof document === 'string' ? [] : ['"document" is not a path.']),
    ...(typeof output === 'string' ? [] : ['"output" is not a folder.']),
    ...(areStrings(overlays) ? [] : ['"overlays" is not a list of paths.']),
    ...(Array.isArray(outputs) && outputs.every(known)
      ? []
      : [`"outputs" is not a list of ${OUTPUTS.join(', ')}.`]),
    ...wrongVerifyMembers(verify),
  ]
}
