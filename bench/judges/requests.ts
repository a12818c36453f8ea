import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProblemsError } from '../../generator/errors/problem.ts'
import { type CorpusDocument, findDocuments } from '../corpus/find-documents.ts'
import { judgeDifferences } from './differences.ts'
import type { Judge } from './judge.ts'
import { requestsOf } from './requests/asked.ts'
import { type Difference, EXAMPLES, NAMED } from './requests/named.ts'
import { type Prepared, prepare } from './requests/prepare.ts'
import type { Outcome, Validator } from './requests/validators.ts'

const DOCUMENTS = 60

/** Lets three other validators check valid and invalid requests. */
export const requests: Judge = {
  name: 'requests',
  measures:
    'requests that other tools accept and the server rejects, or the reverse, apart from known differences',
  async judge({ folders, signal, onStep }) {
    const examples = mkdtempSync(join(tmpdir(), 'concordat-requests-'))
    for (const [index, example] of EXAMPLES.entries())
      writeFileSync(join(examples, `example-${index}.json`), JSON.stringify(example))
    const found = folders.flatMap((folder) => findDocuments(folder)).slice(0, DOCUMENTS)
    const documents = [...findDocuments(examples), ...found]
    const differences: Difference[] = []
    const unread: string[] = []
    let [sent, judged] = [0, 0]
    for (const [index, document] of documents.entries()) {
      signal.throwIfAborted()
      onStep(`requests: ${index + 1} of ${documents.length}, ${document.name}`)
      const prepared = await readable(document)
      if (typeof prepared === 'string') unread.push(prepared)
      if (typeof prepared !== 'object') continue
      const counts = await quietly(() => judgeDocument(prepared, differences, unread))
      sent += counts.sent
      judged += counts.judged
    }
    rmSync(examples, { recursive: true })
    const verdict = judgeDifferences({
      compared: `${sent} requests for ${found.length} documents and ${EXAMPLES.length} examples, ${judged} verdicts from other tools`,
      differences,
      named: NAMED,
      describe: ({ by, prepared, sent: { kind, place, method, url, body = '' }, ours, theirs }) =>
        [
          `${by} ${theirs.isTaken ? 'takes' : 'refuses'}: ${kind}, ${place} of ${method} ${url.slice(0, 200)}`,
          `${prepared.name} ${body.slice(0, 200)}`,
          `theirs: ${theirs.reason.slice(0, 200)}`,
          `ours: ${ours.reason.slice(0, 300)}`,
        ].join('\n    '),
      isFixed: true,
    })
    const counted = [...Map.groupBy(unread, (reason) => reason)].map(
      ([reason, all]) => `${all.length}: ${reason}`,
    )
    return { ...verdict, details: [...verdict.details, ...counted] }
  },
}

/** Prepares a document. Returns the reason, as a string, if it cannot be read. */
async function readable(document: CorpusDocument): Promise<Prepared | string | undefined> {
  try {
    return await prepare(document)
  } catch (error) {
    if (error instanceof ProblemsError)
      return `${document.name}: ${error.problems.map(({ code, message }) => `${code} ${message}`).join('; ')}`
    throw error
  }
}

async function judgeDocument(
  prepared: Prepared,
  differences: Difference[],
  unread: string[],
): Promise<{ readonly sent: number; readonly judged: number }> {
  // The other validators are imported only here, because loading them takes longer than a small judge needs
  // to run.
  const { OTHERS, ours } = await import('./requests/validators.ts')
  const own = await ours(prepared)
  const others: [string, Validator][] = []
  let [sent, judged] = [0, 0]
  try {
    for (const [name, make] of Object.entries(OTHERS))
      try {
        others.push([name, await make(prepared)])
      } catch (error) {
        unread.push(`${name} cannot read ${prepared.name}: ${String(error).slice(0, 200)}`)
      }
    for (const request of requestsOf(prepared.descriptor, prepared.name)) {
      sent++
      const outcome = await own.judge(request)
      for (const [by, other] of others) {
        const theirs = await other
          .judge(request)
          .catch((error: unknown): Outcome => ({ isTaken: undefined, reason: String(error) }))
        if (theirs.isTaken === undefined) {
          unread.push(`${by} has no verdict: ${theirs.reason.slice(0, 100)}`)
          continue
        }
        judged++
        if (theirs.isTaken !== outcome.isTaken)
          differences.push({ by, prepared, sent: request, ours: outcome, theirs })
      }
    }
  } finally {
    for (const [, other] of others) await other.close()
  }
  return { sent, judged }
}

/** Suppresses what other validators print about unknown formats and unusual keywords. */
async function quietly<Result>(work: () => Promise<Result>): Promise<Result> {
  const { log, warn, error } = console
  Object.assign(console, { log: () => {}, warn: () => {}, error: () => {} })
  try {
    return await work()
  } finally {
    Object.assign(console, { log, warn, error })
  }
}
