import type { Config } from './options/config/config-types.ts'

export type {
  CommandOutcome,
  CommandResults,
  DecisionsResult,
  GeneratedOutput,
  GenerateResult,
  InitResult,
  MockResult,
  StubsResult,
} from './commands/progress/outcome.ts'
export type { Model, Operation, Tag } from './model/model.ts'
export type { MemberNaming, MemberToName } from './model/naming/name-members.ts'
export type { OperationNaming, OperationToName } from './model/naming/name-operations.ts'
export type { ParameterNaming, ParameterToName } from './model/naming/parameter-names.ts'
export type { TagNaming, TagToName } from './model/naming/tag-naming.ts'
export type { SchemaToName, TypeNaming } from './model/naming/type-names.ts'
export type { NamedSchema } from './model/schema/named-schema.ts'
export type {
  Config,
  IdentitiesConfig,
  OperationConfig,
  TlsConfig,
  VerifyConfig,
} from './options/config/config-types.ts'
export type {
  CredentialConfig,
  HookRequest,
  IdentityConfig,
  SignConfig,
} from './options/config/credential.ts'
export type { FormatConfig, OwnFormat } from './options/config/formats.ts'
export type { LoginToken } from './options/config/login-token.ts'
export type { LoginConfig, TokenConfig } from './options/config/login-types.ts'
export { defineRule, type OwnRule, type RuleDefinition } from './options/config/own-rule.ts'
export type { Text } from './options/config/secret.ts'
export type { OutputFiles, OwnOutput, Print } from './outputs/declaration/output.ts'
export type { Output } from './outputs/outputs.ts'
export type { GoneHandler } from './stubs/stubs.ts'

/** Provides type checking for a configuration file, which can configure one or more documents. */
export function defineConfig(config: Config | readonly Config[]): Config | readonly Config[] {
  return config
}
