import { type Config, OUTPUTS } from './config.ts'
import { emit, type Files } from './emit/emit.ts'
import type { Place, Problem } from './errors/problem.ts'
import { load } from './load/load.ts'
import { buildModel } from './model/build.ts'
import type { Model } from './model/model.ts'

/** The stages in the order in which they run. */
export type Stage = 'load' | 'model' | 'emit'

export interface Generated {
  readonly files: Files
  readonly model: Model
  /** What the document gets wrong without harm to the output. */
  readonly warnings: readonly Problem[]
  /** Absolute paths of every file that was read. */
  readonly sources: readonly string[]
  /** Where the author wrote a node of the bundled document. */
  locate(pointer: string): Place
}

/**
 * Makes all outputs of one document, and writes none of them.
 * @param config with absolute paths.
 * @param onStage called as each stage begins.
 * @throws {ProblemsError} with every problem that a stage found.
 */
export async function generate(
  config: Config,
  onStage: (stage: Stage) => void = () => {},
): Promise<Generated> {
  onStage('load')
  const loaded = await load({ document: config.document, overlays: config.overlays ?? [] })
  onStage('model')
  const { model, warnings } = buildModel(loaded)
  onStage('emit')
  const files = await emit(model, config.outputs ?? OUTPUTS)
  return { files, model, warnings, sources: loaded.files, locate: (pointer) => loaded.locate(pointer) }
}
