import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { namesOfRun } from '@concordat/contract/values'
import { compareModels } from '../../generator/diff/diff.ts'
import { judgeChanges } from '../../generator/diff/judge/judgement.ts'
import { documentOperations } from '../../generator/document/operations.ts'
import { ProblemsError } from '../../generator/errors/problem.ts'
import type { Model } from '../../generator/model/model.ts'
import { readDocument } from '../../generator/pipeline/read-document.ts'
import { type CorpusDocument, findDocuments } from '../corpus/find-documents.ts'
import { EDITS, siteOf } from './diff/edits.ts'
import { EXAMPLES, NAMED } from './diff/named.ts'
import { oasdiff } from './diff/oasdiff.ts'
import { redocly } from './diff/redocly.ts'
import { add, type ByOperation, type Compare, type DiffTool, type Pair, type Told } from './diff/tool.ts'
import { judgeDifferences } from './differences.ts'
import type { Circumstances, Judge } from './judge.ts'
import { prepare } from './requests/prepare.ts'

/** Add a tool by adding a row. */
const TOOLS: readonly DiffTool[] = [oasdiff, redocly]
/** Number of pairs that differ by one edit, in addition to the pairs of versions. */
const EDITED = 80
const EDITS_EACH = 4

/** An operation that either the tool or Concordat calls broken, while the other does not. */
export interface Difference {
  /** Name of the tool. */
  readonly by: string
  readonly edit: string
  readonly document: string
  readonly operation: string
  /** Kinds of our errors. */
  readonly ours: readonly string[]
  /** Errors of the tool. */
  readonly theirs: readonly Told[]
  /** Changes to the operation that the tool reports, but not as errors. */
  readonly milder: readonly Told[]
}

/** Compares the operations that we report as broken with those that other tools report. */
export const diff: Judge = {
  name: 'diff',
  measures:
    'operations that only Concordat or only another tool reports as broken, apart from known differences',
  async judge({ folders, signal, onStep }) {
    const missing: string[] = []
    const books: Book[] = []
    for (const { name, prepare } of TOOLS) {
      const compare = await prepare(signal)
      if (typeof compare === 'string') missing.push(`${name} is left out: ${compare}`)
      else books.push(new Book(name, compare))
    }
    if (books.length === 0) return { skipped: missing.join('; ') }
    const pairs = pairsOf({ folders, signal, onStep })
    for await (const { old, now, ...about } of pairs) {
      const ours = await oursOf([old, now])
      for (const book of books) await book.compare([old, now], { about, ours, signal })
    }
    const verdict = judgeDifferences({
      compared: books.map((book) => book.summary()).join('; '),
      differences: books.flatMap(({ differences }) => differences),
      named: NAMED.filter(({ by }) => books.some(({ tool }) => tool === by)),
      describe: ({ by, edit, document, operation, ours, theirs, milder }) =>
        [
          `${edit} at ${operation} of ${document}: ${by}: ${listed(theirs.map(({ id }) => id))}; ours: ${listed(ours)}`,
          ...[...theirs, ...milder].slice(0, 6).map(({ id, text }) => `${id}: ${text}`),
        ].join('\n    '),
      isFixed: true,
    })
    return { ...verdict, details: [...verdict.details, ...missing, ...books.flatMap(({ unread }) => unread)] }
  },
}

function listed(ids: readonly string[]): string {
  return [...new Set(ids)].join(', ') || 'no error'
}

/** Two documents, the difference between them, and the document from which they derive. */
interface ComparedPair extends Pick<Difference, 'edit' | 'document'> {
  readonly old: CorpusDocument
  readonly now: CorpusDocument
}

/** Yields the examples of known differences, then successive versions, then single edits. */
async function* pairsOf({ folders, signal, onStep }: Circumstances): AsyncGenerator<ComparedPair> {
  const root = mkdtempSync(join(tmpdir(), 'concordat-diff-'))
  const written = (name: string, document: object): CorpusDocument => {
    const file = join(root, `${name}.json`)
    writeFileSync(file, JSON.stringify(document))
    return { name, file, root, version: '3' }
  }
  const writtenPair = (old: object, now: object) => ({ old: written('old', old), now: written('new', now) })
  try {
    for (const { name, old, now } of EXAMPLES)
      yield { edit: name, document: 'example of a known difference', ...writtenPair(old, now) }
    const documents = folders.flatMap((folder) => findDocuments(folder))
    const versions = documents.filter(isVersion)
    for (const [index, old] of versions.entries()) {
      const now = versions[index + 1]
      if (now === undefined || now.root !== old.root || dirname(now.file) !== dirname(old.file)) continue
      signal.throwIfAborted()
      onStep(`diff: comparing ${old.file} with the next version`)
      yield { edit: 'next version', document: old.name, old, now }
    }
    let edited = 0
    for (const [index, document] of documents.filter((one) => !isVersion(one)).entries()) {
      if (edited >= EDITED) break
      signal.throwIfAborted()
      onStep(`diff: ${edited} of ${EDITED} edits, ${document.name}`)
      for (const { edit, old, now } of await editsOf(document, index)) {
        edited++
        yield { edit, document: document.name, ...writtenPair(old, now) }
      }
    }
  } finally {
    rmSync(root, { recursive: true })
  }
}

/** True for a version of a document. Versions are numbered files in one folder, such as "001.yaml". */
function isVersion({ file }: CorpusDocument): boolean {
  return /[\\/]\d+\.(json|ya?ml)$/.test(file)
}

interface Edited {
  readonly edit: string
  readonly old: object
  readonly now: object
}

/**
 * Applies four edits to one document, at locations derived from its name. The next document gets the next
 * four edits.
 */
async function editsOf(document: CorpusDocument, index: number): Promise<readonly Edited[]> {
  const prepared = await prepare(document).catch((error: unknown) => {
    if (error instanceof ProblemsError) return undefined
    throw error
  })
  if (prepared === undefined) return []
  const { random } = namesOfRun(`diff ${document.name}`)
  const places = [...documentOperations(prepared.document)]
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

/** Compares a tool's verdicts with ours. */
class Book {
  readonly tool: string
  readonly #ask: Compare
  #pairs = 0
  #broken = 0
  /** Pairs without a verdict. */
  readonly unread: string[] = []
  readonly differences: Difference[] = []

  constructor(tool: string, ask: Compare) {
    this.tool = tool
    this.#ask = ask
  }

  async compare(pair: Pair, { about, ours, signal }: Asked): Promise<void> {
    const theirs = await this.#ask(pair, signal)
    if (typeof theirs === 'string') {
      const reason = theirs.trim().replaceAll(/\s+/g, ' ').slice(0, 200)
      this.unread.push(`${this.tool} cannot read ${about.document}: ${reason}`)
      return
    }
    this.#pairs++
    for (const operation of new Set([...ours.keys(), ...theirs.errors.keys()])) {
      const [own, other] = [ours.get(operation), theirs.errors.get(operation)]
      const milder = theirs.milder.get(operation) ?? []
      if (own !== undefined && other !== undefined) this.#broken++
      else
        this.differences.push({
          ...{ by: this.tool, ...about, operation, milder },
          ours: own ?? [],
          theirs: other ?? [],
        })
    }
  }

  summary(): string {
    const { length } = this.differences
    return `${this.tool}: ${this.#pairs} pairs, ${this.#broken} operations that both report as broken, ${length} that only one reports`
  }
}

interface Asked {
  readonly about: Pick<Difference, 'edit' | 'document'>
  readonly ours: ByOperation<string>
  readonly signal: AbortSignal
}

async function oursOf(pair: Pair): Promise<ByOperation<string>> {
  const [before, after] = await Promise.all([readDocument(inPlace(pair[0])), readDocument(inPlace(pair[1]))])
  const { changes } = judgeChanges(compareModels(before.model, after.model), { ignored: [], severities: {} })
  const errors = new Map<string, readonly string[]>()
  const names = new Map([...placesOf(after.model), ...placesOf(before.model)])
  for (const { kind, severity, operations } of changes)
    if (severity === 'error') for (const id of operations) add(errors, names.get(id) ?? id, kind)
  return errors
}

function placesOf({ operations }: Model): readonly (readonly [string, string])[] {
  return operations.map(({ descriptor: { operationId, method, path } }) => [operationId, `${method} ${path}`])
}

function inPlace({ file, root }: CorpusDocument): { readonly document: string; readonly root: string } {
  return { document: file, root }
}
