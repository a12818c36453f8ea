import { type Code, symbolCode } from './code.ts'

/**
 * Modules that generated code imports. Those of the output are relative to its root, without extension:
 * "./types/pets".
 */
export const MODULES = {
  client: '@concordat/runtime/client',
  clientSchemas: '@concordat/runtime/client/schemas',
  openapiFetch: '@concordat/runtime/openapi-fetch',
  http: '@concordat/runtime/http',
  json: '@concordat/runtime/json',
  formats: '@concordat/runtime/formats',
  server: '@concordat/runtime/server',
  contract: '@concordat/contract',
  query: '@concordat/runtime/query',
  swr: '@concordat/runtime/swr',
  schema: '@concordat/runtime/schema',
  vocabulary: '@concordat/runtime/vocabulary',
  mock: '@concordat/mock',
  msw: 'msw',
  testing: 'vitest',
  valibot: 'valibot',
  zod: 'zod',
} as const

/** A class, function or constant that a module exports. */
export function importedValue(name: string, from: string): Code {
  return symbolCode({ kind: 'import', name, from, imports: 'value' })
}

/** Default export of a module, imported under a name that we choose. */
export function importedDefault(name: string, from: string): Code {
  return symbolCode({ kind: 'import', name, from, imports: 'default' })
}

/** A type that a module exports. */
export function importedType(name: string, from: string): Code {
  return symbolCode({ kind: 'import', name, from, imports: 'type' })
}

/** All types of a module, as a namespace. */
export function importedTypes(name: string, from: string): Code {
  return symbolCode({ kind: 'import', name, from, imports: 'all types' })
}

/** A global type of TypeScript. */
export function globalType(name: string): Code {
  return symbolCode({ kind: 'global', name })
}

/** A global value of JavaScript. */
export function globalValue(name: string): Code {
  return symbolCode({ kind: 'global', name })
}

/** Type of a schema, or of an operation's request or answer. */
export function declaredType(name: string): Code {
  return symbolCode({ kind: 'declared', name })
}
