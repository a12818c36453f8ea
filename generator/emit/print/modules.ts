import { type Code, symbol } from './code.ts'

/**
 * Modules that generated code imports from; modules of the output are named from its root, without their
 * extension: "./types/pets".
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
  return symbol({ kind: 'import', name, from, imports: 'value' })
}

/** Default export of a module, under our name. */
export function importedDefault(name: string, from: string): Code {
  return symbol({ kind: 'import', name, from, imports: 'default' })
}

/** A type that a module exports. */
export function importedType(name: string, from: string): Code {
  return symbol({ kind: 'import', name, from, imports: 'type' })
}

/** All types of a module, under one name. */
export function importedTypes(name: string, from: string): Code {
  return symbol({ kind: 'import', name, from, imports: 'all types' })
}

/** A type that TypeScript has everywhere. */
export function globalType(name: string): Code {
  return symbol({ kind: 'global', name })
}

/** A value that the language has everywhere. */
export function globalValue(name: string): Code {
  return symbol({ kind: 'global', name })
}

/** A type of a schema, or of an operation's request or answer. */
export function declaredType(name: string): Code {
  return symbol({ kind: 'declared', name })
}
