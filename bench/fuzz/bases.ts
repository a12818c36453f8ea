import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseFile } from '../../generator/load/read/parse.ts'
import { findDocuments } from '../corpus/find-documents.ts'
import type { SoundDocument } from './round.ts'

const root = resolve(import.meta.dirname, '../..')
const GOLDEN = join(root, 'test/golden')

/**
 * The repository's own correct single-file documents: the service's API description, and the generator's test
 * cases.
 */
export function ownBases(): readonly [SoundDocument, ...SoundDocument[]] {
  const cases = readdirSync(GOLDEN)
    .filter((name) => !/^(error|reading)-|hostile|across-files|remote/.test(name))
    .map((name) => ({ name, file: join(GOLDEN, name, 'openapi.yaml') }))
    .filter(({ file }) => existsSync(file))
  return [
    read('service', join(root, 'spec/openapi.yaml')),
    ...cases.map(({ name, file }) => read(name, file)),
  ]
}

/** Every document below a folder. */
export function readBases(folder: string): readonly SoundDocument[] {
  return findDocuments(folder).map(({ name, file }) => read(name, file))
}

function read(name: string, file: string): SoundDocument {
  return { name, document: parseFile(readFileSync(file, 'utf8'), file).tree }
}
