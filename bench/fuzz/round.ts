import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesOfRun } from '@concordat/contract/values'
import { ProblemsError } from '../../generator/errors/problem.ts'
import { generate } from '../../generator/generate.ts'
import { damage } from './damage.ts'

/** A correct document and its name. */
export interface SoundDocument {
  readonly name: string
  readonly document: unknown
}

/** Outcome of one damaged document. */
export interface Round {
  readonly round: number
  /** "minimal: null at #/paths" */
  readonly what: string
  readonly outcome: 'generated' | 'refused' | 'defect'
  /** Description of a defect. */
  readonly fact?: string
}

/** Content of a file outside the document's folder. The generator must not read this file. */
export const SECRET = 'a-text-of-a-foreign-file'

export interface RoundOptions {
  readonly bases: readonly [SoundDocument, ...SoundDocument[]]
  readonly seed: number
  readonly round: number
  /** Folder of the outputs; each goes into a subfolder named after its round. */
  readonly project: string
}

/** Damages a document, generates code from it, and examines the outcome. */
export async function playRound({ bases, seed, round, project }: RoundOptions): Promise<Round> {
  const { random } = namesOfRun(`fuzz ${seed}, round ${round}`)
  const { name, document } = random.pick(bases)
  const { what, text } = damage(document, random)
  const folder = join(project, 'documents', String(round))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '../outside.yaml'), `type: ${SECRET}\n`)
  const file = join(folder, 'openapi.json')
  writeFileSync(file, text)
  const told = { round, what: `${name}: ${what}` }
  try {
    const { files } = await generate({
      document: file,
      output: join(project, String(round)),
      importExtension: '.ts',
    })
    const leak = [...files.values()].some((content) => content.includes(SECRET))
    if (leak)
      return { ...told, outcome: 'defect', fact: 'the output contains text from a file outside the folder' }
    for (const [path, content] of files) write(join(project, String(round), path), content)
    return { ...told, outcome: 'generated' }
  } catch (error) {
    const fact = defectOf(error)
    return fact === undefined ? { ...told, outcome: 'refused' } : { ...told, outcome: 'defect', fact }
  }
}

/**
 * Describes an unexpected exception, a leaked file, or an error without a location; `undefined` if there is
 * none.
 */
function defectOf(error: unknown): string | undefined {
  if (!(error instanceof ProblemsError)) return error instanceof Error ? error.stack : String(error)
  if (error.message.includes(SECRET)) return 'the error contains text from a file outside the folder'
  const unplaced = error.problems.find(
    ({ severity, place }) => severity === 'error' && place.line === undefined,
  )
  return unplaced && `no place: ${unplaced.message}`
}

function write(file: string, content: string): void {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, content)
}
