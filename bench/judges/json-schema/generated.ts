import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ClientOptions, ValidationError, validate } from '@concordat/runtime/client'
import { documentSchemas } from '@concordat/runtime/client/schemas'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import type { StandardSchema } from '@concordat/runtime/schema'
import { createApp } from '@concordat/runtime/server'
import { ProblemsError } from '../../../generator/errors/problem.ts'
import { generate } from '../../../generator/pipeline/generate.ts'
import { answeringDocumentOf } from './suite.ts'

/** Readers of a schema. */
export const READERS = ['server', 'client', 'schemas.ts', 'valibot.ts', 'zod.ts'] as const

export type Reader = (typeof READERS)[number]

/** Returns true if the schema allows the value; a string states why there is no verdict. */
type Read = (data: unknown) => Promise<boolean | string>

/** The output for a document with one schema. */
export interface Generated {
  readonly descriptor: DocumentDescriptor
  /**
   * Readers of the schema, without `valibot.ts` and `zod.ts` if the generator warned that they cannot express
   * a keyword.
   */
  readonly readers: Partial<Readonly<Record<Reader, Read>>>
}

/**
 * Generates code from a document with the schema.
 * @param folder a folder for this schema only, from which packages can be found.
 * @returns the reason, as a string, if no code can be generated or loaded.
 */
export async function generatedFrom(schema: unknown, folder: string): Promise<Generated | string> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(answeringDocumentOf(schema)))
  try {
    const { files, warnings } = await generate({
      document: join(folder, 'openapi.json'),
      output: folder,
      outputs: ['types', 'client', 'server', 'schemas', 'valibot', 'zod'],
      importExtension: '.ts',
    })
    for (const [name, text] of files) writeFileSync(join(folder, name), text)
    const load = (name: string): Promise<Record<string, unknown>> =>
      import(pathToFileURL(join(folder, name)).href)
    const names = ['operations.ts', 'client.ts', 'schemas.ts', 'valibot.ts', 'zod.ts']
    const [operations = {}, client = {}, schemas = {}, valibot = {}, zod = {}] = await Promise.all(
      names.map(load),
    )
    const descriptor = operations['document'] as DocumentDescriptor
    const isUnsaid = warnings.some(({ code }) => code === 'keyword-not-expressed')
    return {
      descriptor,
      readers: {
        server: byServer(descriptor),
        client: byClient(client as unknown as GeneratedClient, descriptor),
        'schemas.ts': byStandard(schemas['ValueSchema']),
        ...(!isUnsaid && {
          'valibot.ts': byStandard(valibot['ValueSchema']),
          'zod.ts': byStandard(zod['ValueSchema']),
        }),
      },
    }
  } catch (error) {
    return error instanceof ProblemsError ? error.problems.map(({ code }) => code).join(', ') : String(error)
  }
}

const NO_VALUE = () => ({ status: 200, body: null })

function byServer(descriptor: DocumentDescriptor): Read {
  const app = createApp(descriptor, {
    handlers: { send: () => ({ status: 204 }), read: NO_VALUE, compute: NO_VALUE },
    validateResponses: 'off',
  })
  return async (data) => {
    const response = await app(
      new Request('http://127.0.0.1/values', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(data),
      }),
    )
    if (response.status === 204) return true
    return response.status === 400 ? false : `status ${response.status}`
  }
}

interface GeneratedClient {
  createClient(options: ClientOptions<object>): { read(): Promise<unknown> }
}

/**
 * Reads values with the generated client, which receives each as a response and checks it with the `validate`
 * middleware.
 */
function byClient({ createClient }: GeneratedClient, descriptor: DocumentDescriptor): Read {
  const schemas = documentSchemas(descriptor)
  return async (data) => {
    const client = createClient({
      baseUrl: 'http://127.0.0.1',
      fetch: async () => Response.json(data),
      middlewares: [validate({ schemas })],
    })
    try {
      await client.read()
      return true
    } catch (error) {
      return error instanceof ValidationError ? false : String(error)
    }
  }
}

function byStandard(schema: unknown): Read {
  return async (data) => {
    try {
      const { issues } = await (schema as StandardSchema<unknown>)['~standard'].validate(data)
      return issues === undefined
    } catch (error) {
      return String(error)
    }
  }
}
