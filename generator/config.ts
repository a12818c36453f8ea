import type { Config } from './options/config-types.ts'

export type { Output } from './options/config-options.ts'
export type {
  Config,
  IdentitiesConfig,
  LoginConfig,
  TlsConfig,
  TokenConfig,
  VerifyConfig,
} from './options/config-types.ts'
export type { CredentialConfig, HookRequest, IdentityConfig, LoginToken, Text } from './options/credential.ts'

/** Gives a configuration file its types; one document or several. */
export function defineConfig(config: Config | readonly Config[]): Config | readonly Config[] {
  return config
}
