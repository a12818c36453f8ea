import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { namesOf } from '@concordat/contract/values'
import { compareModels } from '../../generator/diff/diff.ts'
import { judge } from '../../generator/diff/judge/judgement.ts'
import { operationsOf } from '../../generator/document/operations.ts'
import { ProblemsError } from '../../generator/errors/problem.ts'
import type { Model } from '../../generator/model/model.ts'
import { readDocument } from '../../generator/pipeline/read-document.ts'
import { type CorpusDocument, findDocuments } from '../corpus/find-documents.ts'
import { EDITS, siteOf } from './diff/edits.ts'
import { judgeDifferences, type NamedDifference } from './differences.ts'
import type { Judge } from './judge.ts'
import { isThere } from './multipart/readers.ts'
import { prepare } from './requests/prepare.ts'

const OASDIFF = 'oasdiff'
const PAIRS = 80
const EDITS_EACH = 4
/** Levels of oasdiff's findings. */
const ERROR = 3

/** An edit that one of the two calls an error and the other does not. */
interface Difference {
  readonly edit: string
  readonly document: string
  readonly operation: string
  /** Kinds of our errors, and ids of theirs. */
  readonly ours: readonly string[]
  readonly theirs: readonly string[]
}

/** True if oasdiff alone finds an error, and nothing else there. */
const isTheirsAlone = ({ ours, theirs }: Difference, id: string): boolean =>
  ours.length === 0 && theirs.every((other) => other === id)

const NAMED: readonly NamedDifference<Difference>[] = [
  {
    reason:
      'A schema with `properties` and no type is read as an object by types, so no caller sends anything else when `type: object` is added.',
    fits: (difference) => isTheirsAlone(difference, 'request-body-type-changed'),
  },
  {
    reason:
      'The server sends a webhook, so that a body it must send breaks no receiver; oasdiff reads it as a request to the server.',
    fits: (difference) =>
      difference.operation.includes('webhook:') && isTheirsAlone(difference, 'request-body-became-required'),
  },
]

/** Compares what breaks callers with what oasdiff says, edit by edit. */
export const diff: Judge = {
  name: 'diff',
  measures: 'single edits that oasdiff judges otherwise, beside named ones',
  async judge({ folders, signal, onStep }) {
    if (!isThere(OASDIFF, '--version')) return { skipped: `"${OASDIFF}" is not installed` }
    const documents = folders.flatMap((folder) => findDocuments(folder))
    if (documents.length === 0) return { skipped: 'no folder has documents' }
    const folder = mkdtempSync(join(tmpdir(), 'concordat-diff-'))
    const book = new Book()
    try {
      const versions = documents.filter(isVersion)
      for (const [index, { name, file, root }] of versions.entries()) {
        const next = versions[index + 1]
        if (next === undefined || next.root !== root || dirname(next.file) !== dirname(file)) continue
        signal.throwIfAborted()
        onStep(`diff: ${file} and the next version`)
        await book.compare([file, next.file], { edit: 'next version', document: name })
      }
      const others = documents.filter((document) => !isVersion(document))
      for (const [index, document] of others.entries()) {
        if (book.pairs >= PAIRS) break
        signal.throwIfAborted()
        onStep(`diff: ${book.pairs} of ${PAIRS} pairs, ${document.name}`)
        for (const { edit, old, now } of await editsOf(document, index)) {
          const files = [join(folder, 'old.json'), join(folder, 'new.json')] as const
          writeFileSync(files[0], JSON.stringify(old))
          writeFileSync(files[1], JSON.stringify(now))
          await book.compare(files, { edit, document: document.name })
        }
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
    return judgeDifferences({
      compared: `${book.pairs} pairs, ${book.broken} operations that both call broken`,
      differences: book.differences,
      named: NAMED,
      describe: ({ edit, document, operation, ours, theirs }) =>
        `${edit} at ${operation} of ${document}: oasdiff: ${theirs.join(', ') || 'no error'}; ours: ${ours.join(', ') || 'no error'}`,
      isFixed: false,
    })
  },
}

/** Versions of one document lie in one folder, by number: "001.yaml". */
function isVersion({ file }: CorpusDocument): boolean {
  return /[\\/]\d+\.(json|ya?ml)$/.test(file)
}

interface Edited {
  readonly edit: string
  readonly old: object
  readonly now: object
}

/** Edits of one document by seed: the next document has the next four. */
async function editsOf(document: CorpusDocument, index: number): Promise<readonly Edited[]> {
  const prepared = await prepare(document).catch((error: unknown) => {
    if (error instanceof ProblemsError) return undefined
    throw error
  })
  if (prepared === undefined) return []
  const { random } = namesOf(`diff ${document.name}`)
  const places = [...operationsOf(prepared.document)]
  const all = Object.entries(EDITS)
  const turns = Array.from({ length: EDITS_EACH }, (_, turn) => all[(index * EDITS_EACH + turn) % all.length])
  return turns.flatMap((turn) => {
    const [edit, apply] = turn ?? []
    const place = places[random.below(places.length)]
    if (edit === undefined || apply === undefined || place === undefined) return []
    const at = [place.path, place.method.toLowerCase()] as const
    const [old, now] = [structuredClone(prepared.document), structuredClone(prepared.document)]
    siteOf(old, at)
    return apply(siteOf(now, at)) ? [{ edit, old, now }] : []
  })
}

/** Counts of comparisons, and the differences. */
class Book {
  pairs = 0
  broken = 0
  readonly differences: Difference[] = []

  async compare(
    files: readonly [old: string, now: string],
    about: Pick<Difference, 'edit' | 'document'>,
  ): Promise<void> {
    this.pairs++
    const [ours, theirs] = [await oursOf(files), theirsOf(files)]
    for (const operation of new Set([...ours.keys(), ...theirs.keys()])) {
      const [own, other] = [ours.get(operation), theirs.get(operation)]
      if (own !== undefined && other !== undefined) this.broken++
      else this.differences.push({ ...about, operation, ours: own ?? [], theirs: other ?? [] })
    }
  }
}

type Errors = ReadonlyMap<string, readonly string[]>

function add(errors: Map<string, readonly string[]>, operation: string, what: string): void {
  errors.set(operation, [...(errors.get(operation) ?? []), what])
}

async function oursOf([old = '', now = '']: readonly string[]): Promise<Errors> {
  const [before, after] = [await readDocument({ document: old }), await readDocument({ document: now })]
  const { changes } = judge(compareModels(before.model, after.model), { ignored: [], severities: {} })
  const errors = new Map<string, readonly string[]>()
  const names = new Map([...placesOf(after.model), ...placesOf(before.model)])
  for (const { kind, severity, operations } of changes)
    if (severity === 'error') for (const id of operations) add(errors, names.get(id) ?? id, kind)
  return errors
}

function placesOf({ operations }: Model): readonly (readonly [string, string])[] {
  return operations.map(({ descriptor: { operationId, method, path } }) => [operationId, `${method} ${path}`])
}

function theirsOf(files: readonly string[]): Errors {
  const text = execFileSync(OASDIFF, ['breaking', ...files, '--format', 'json'], { encoding: 'utf8' })
  const found: readonly { id: string; level: number; operation: string; path: string }[] = JSON.parse(
    text || '[]',
  )
  const errors = new Map<string, readonly string[]>()
  for (const { id, level, operation, path } of found)
    if (level === ERROR) add(errors, `${operation} ${path}`, id)
  return errors
}
