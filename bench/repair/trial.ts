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
  /** Number of changes to the damaged parts; `wrong` lists all other changes. */
  readonly right: number
  readonly wrong: readonly string[]
  /** True if the traffic matches the document with the overlay, and the overlay changes the damaged part. */
  readonly isMended: boolean
  readonly left: readonly string[]
}

/** Creates the overlay for a document, given traffic in memory. */
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

/** Damages a document and runs the repair. */
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

/**
 * Location at which an edit takes effect. For a merge, objects with only one member are entered, so it is the
 * location of the innermost one.
 */
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

/** Returns the exchanges that conform to the document, as if from a correct server. */
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
    // An observer keeps a limited number of findings per operation and then stops checking the operation, so
    // it is replaced in time.
    if (found > 0 && found % 50 === 0) observer = fresh()
    observer.note(exchange)
    await observer.settled()
    if (found === before) correct.push(exchange)
  }
  return correct
}
