import { readFileSync } from 'node:fs'
import SwaggerParser from '@apidevtools/swagger-parser'
import type { Place, Problem } from '../errors/problem.ts'
export interface LoadOptions {
  readonly document: string
  readonly overlays: readonly string[]
}
export type OpenApiDocument = { readonly [name: string]: unknown }
export interface LoadedDocument {
  readonly version: '3.0' | '3.1'
  readonly document: OpenApiDocument
  readonly base: OpenApiDocument
  readonly decided: readonly string[]
  readonly warnings: readonly Problem[]
  readonly files: readonly string[]
  locate(pointer: string): Place
}
export async function load(options: LoadOptions): Promise<LoadedDocument> {
  const document = (options.document.endsWith('.json')
    ? JSON.parse(readFileSync(options.document, 'utf8'))
    : await SwaggerParser.bundle(options.document)) as unknown as OpenApiDocument
  return {
    version: '3.1',
    document,
    base: document,
    decided: [],
    warnings: [],
    files: [options.document],
    locate: (pointer) => ({ file: options.document, pointer }),
  }
}
