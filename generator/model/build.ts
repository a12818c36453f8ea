import { type Problem, ProblemsError } from '../errors/problem.ts'
import type { LoadedDocument } from '../load/load.ts'
import { type Described, describeDocument, type Naming } from './describe-document.ts'
import type { Model } from './model.ts'
import { defaultBaseUrl, documentServerVariables, modelServers } from './server/server.ts'
import { groupByTag } from './tag.ts'

/**
 * Resolves a loaded document into the model from which all outputs are created.
 * @throws {ProblemsError} with every problem in the document that prevents output.
 */
export function buildModel(
  loaded: LoadedDocument,
  naming: Naming = {},
): {
  readonly model: Model
  readonly warnings: readonly Problem[]
} {
  const problems: Problem[] = []
  const { mayReferDynamically } = loaded
  const whole = describeDocument(loaded.document, {
    withPlaces: true,
    ...{ mayReferDynamically, naming },
    report: (problem) => problems.push({ ...problem, place: loaded.locate(problem.place) }),
  })
  const errors = problems.filter((problem) => problem.severity === 'error')
  if (errors.length > 0) throw new ProblemsError(errors)
  // Reports nothing, because problems in the base document are either reported for the document with overlays
  // or fixed by the overlays. Locations in the base are never needed.
  const base =
    loaded.base === undefined
      ? undefined
      : describeDocument(loaded.base, {
          withPlaces: false,
          ...{ mayReferDynamically, naming },
          report: () => {},
        })
  const model = Object.freeze(modelOf({ loaded, whole, base, naming }))
  return { model, warnings: [...loaded.warnings, ...problems] }
}

function modelOf({
  loaded,
  whole,
  base,
  naming,
}: {
  readonly loaded: LoadedDocument
  readonly whole: Described
  readonly base: Described | undefined
  readonly naming: Naming
}): Model {
  const { info } = loaded.document
  const servers = modelServers(loaded.document)
  const baseUrl = defaultBaseUrl(servers)
  const serverVariables = documentServerVariables(loaded.document)
  return {
    title: info.title ?? 'API',
    version: info.version ?? '',
    ...(info.description !== undefined && { description: info.description }),
    document: loaded.document,
    descriptor: whole.descriptor,
    ...(base !== undefined && { base: base.descriptor }),
    decided: loaded.decided,
    schemas: whole.schemas,
    operations: whole.operations,
    ...(whole.webhooks !== undefined && { webhooks: whole.webhooks }),
    sharedResponses: whole.sharedResponses,
    sharedParameters: whole.sharedParameters,
    parameterNotes: whole.parameterNotes,
    patterns: whole.patterns,
    ...(whole.nameMember !== undefined && { nameMember: whole.nameMember }),
    tags: groupByTag(whole.operations, loaded.document, naming.tags),
    servers,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(serverVariables !== undefined && { serverVariables }),
  }
}
