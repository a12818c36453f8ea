import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Observer, type Recorded } from '@concordat/contract/passive'
import { type Proposal, proposeOverlay } from '../../generator/commands/repair/propose.ts'
import { readDocument } from '../../generator/pipeline/read-document.ts'
import type { Damage } from './damages.ts'
import { BASE_URL } from './recording.ts'

/** The outcome of one damaged document. */
export interface Trial {
  readonly damage: Damage
  /** Actions that change what was damaged, and others. */
  readonly right: number
  readonly wrong: readonly string[]
  /** True if the traffic fits the document with the overlay, and the overlay changes the damaged part. */
  readonly isMended: boolean
  readonly left: readonly string[]
}

/** The overlay for a document and traffic that is all in memory. */
export async function proposeFor(
  document: unknown,
  { folder, exchanges }: { readonly folder: string; readonly exchanges: readonly Recorded[] },
): Promise<Proposal> {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const config = { document: file, overlays: [] }
  const read = await readDocument(config)
  return proposeOverlay({
    ...{ config, read, traffic: exchanges, bases: [BASE_URL] },
    trustsRequests: true,
    isAccepted: () => false,
  })
}

/** Damages a document, and has it repaired. */
export async function tryDamage(
  document: Readonly<Record<string, unknown>>,
  damage: Damage,
  given: { readonly folder: string; readonly exchanges: readonly Recorded[] },
): Promise<Trial> {
  const damaged = structuredClone(document)
  damage.apply(damaged)
  const { taken, left } = await proposeFor(damaged, given)
  const edits = taken.flatMap((each) => each.edits.map((edit) => ({ each, path: pathOf(edit) })))
  const isRight = (path: readonly string[]): boolean =>
    damage.areas.some(
      (area) => area.length <= path.length && area.every((step, index) => step === path[index]),
    )
  const right = edits.filter(({ path }) => isRight(path))
  const wrong = edits.filter(({ path }) => !isRight(path))
  return {
    damage,
    right: right.length,
    wrong: wrong.map(({ each, path }) => `${path.join('/')}: ${each.says}`),
    isMended: right.length > 0 && left.length === 0,
    left: left.map(({ says }) => says),
  }
}

/** Place at which an edit has its effect: the member that it adds, if it adds one alone. */
function pathOf(edit: Proposal['differences'][number]['edits'][number]): readonly string[] {
  if (edit.kind !== 'merge') return edit.path.map(String)
  let path = edit.path.map(String)
  let members: unknown = edit.members
  while (typeof members === 'object' && members !== null && !Array.isArray(members)) {
    const names = Object.keys(members)
    const [only] = names
    if (names.length !== 1 || only === undefined) break
    path = [...path, only]
    members = (members as Record<string, unknown>)[only]
  }
  return path
}

/** The exchanges that a document allows: those of a server that keeps it. */
export async function correctOnes(
  document: unknown,
  { folder, exchanges }: { readonly folder: string; readonly exchanges: readonly Recorded[] },
): Promise<readonly Recorded[]> {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const { model } = await readDocument({ document: file, overlays: [] })
  let found = 0
  const fresh = (): Observer =>
    new Observer({
      ...{ document: model.descriptor, bases: [BASE_URL], source: 'mock' },
      undocumentedFields: 'report',
      onFinding: () => {
        found++
      },
    })
  let observer = fresh()
  const correct: Recorded[] = []
  for (const exchange of exchanges) {
    const before = found
    // An observer keeps so many findings of one operation, and judges it no more after that.
    if (found > 0 && found % 50 === 0) observer = fresh()
    observer.note(exchange)
    await observer.settled()
    if (found === before) correct.push(exchange)
  }
  return correct
}
