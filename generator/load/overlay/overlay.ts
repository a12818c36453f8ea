import { memberOf } from '@concordat/runtime/json'
import { fragmentOf } from '@concordat/runtime/pointer'
import type { Problem, ProblemCode } from '../../errors/problem.ts'
import type { Container } from '../source/json.ts'
import type { Locator } from '../source/locate.ts'
import type { NodeSource, Path } from '../source/reference.ts'
import type { Sources } from '../source/sources.ts'
import { OverlayDraft, type OverlayUpdate } from './draft.ts'
import { overlayTargetPaths } from './json-path.ts'

/** A parsed overlay file. */
export interface Overlay {
  readonly file: string
  readonly tree: unknown
}

export interface OverlayOptions {
  readonly sources: Sources
  readonly locator: Locator
  readonly report: (problem: Problem) => void
}

/**
 * Applies overlays in order. The given document stays unchanged: changed parts are copied, and both trees
 * share all other parts.
 * @see OpenAPI Overlay Specification 1.0.0; RFC 9535
 */
export function applyOverlays(
  document: Container,
  overlays: readonly Overlay[],
  { sources, locator, report }: OverlayOptions,
): OverlayDraft {
  const draft = new OverlayDraft(document, sources)
  for (const { file, tree } of overlays)
    for (const { path, ...fault } of applyOverlay(draft, file, tree))
      report({ ...fault, severity: 'error', place: locator.place(file, path) })
  return draft
}

/** A fault at a path in an overlay file. */
interface Fault {
  readonly code: ProblemCode
  readonly path: Path
  readonly message: string
  readonly fix: string
}

function applyOverlay(draft: OverlayDraft, file: string, tree: unknown): readonly Fault[] {
  const version = memberOf(tree, 'overlay')
  if (typeof version !== 'string' || !/^1\.0\.\d+$/.test(version))
    return [
      invalid(version === undefined ? [] : ['overlay'], {
        message: `The "overlay" property is ${version === undefined ? 'absent' : JSON.stringify(version)}; expected "1.0.0", the version of the Overlay Specification that Concordat reads.`,
        fix: 'write `overlay: 1.0.0` at the top of the file.',
      }),
    ]
  const actions = memberOf(tree, 'actions')
  if (!Array.isArray(actions) || actions.length === 0)
    return [
      invalid(actions === undefined ? [] : ['actions'], {
        message: 'The overlay has no actions; expected at least one in an "actions" list.',
        fix: 'list the actions, or remove the overlay.',
      }),
    ]
  return actions.flatMap(
    (action, index) => applyAction(draft, action, { file, path: ['actions', String(index)] }) ?? [],
  )
}

function applyAction(draft: OverlayDraft, action: unknown, { file, path }: NodeSource): Fault | undefined {
  const target = memberOf(action, 'target')
  if (typeof target !== 'string')
    return invalid(path, {
      message: `The "target" of the action is ${target === undefined ? 'absent' : 'not a string'}; expected a JSONPath expression.`,
      fix: 'write the target as a string.',
    })
  const removes = memberOf(action, 'remove') === true
  const value = memberOf(action, 'update')
  if (!removes && value === undefined)
    return invalid(path, {
      message: 'The action does nothing; expected "update", or "remove" set to true.',
      fix: 'add "update" or "remove".',
    })
  let matches: readonly Path[]
  try {
    matches = overlayTargetPaths(draft.root, target)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return invalid([...path, 'target'], {
      message: `The target "${target}" is not a valid JSONPath expression (RFC 9535): ${reason.replace(/\.$/, '')}.`,
      fix: 'correct the expression.',
    })
  }
  if (matches.length === 0)
    return {
      code: 'overlay-target-matches-nothing',
      path: [...path, 'target'],
      message: `The target "${target}" selects nothing in the document after the earlier actions; expected at least one node.`,
      fix: 'correct the expression, or remove the action.',
    }
  if (removes) return removeAll(draft, matches, { target, path })
  return updateAll(draft, matches, { target, path, update: { value, file, path: [...path, 'update'] } })
}

/** The target of an overlay action, and the action's path. */
interface Action {
  readonly target: string
  readonly path: Path
}

function removeAll(
  draft: OverlayDraft,
  matches: readonly Path[],
  { target, path }: Action,
): Fault | undefined {
  if (matches.some((match) => match.length === 0))
    return invalid([...path, 'target'], {
      message: `The target "${target}" selects the whole document, which cannot be removed.`,
      fix: 'select only the nodes to remove.',
    })
  draft.remove(matches)
  return undefined
}

function updateAll(
  draft: OverlayDraft,
  matches: readonly Path[],
  { target, path, update }: Action & { readonly update: OverlayUpdate },
): Fault | undefined {
  for (const match of matches) {
    const misfit = draft.update(match, update)
    if (misfit === 'target')
      return invalid([...path, 'target'], {
        message: `The target "${target}" selects ${fragmentOf(match)}; expected objects and arrays only.`,
        fix: 'select the object that contains the value, and update the value there.',
      })
    if (misfit === 'update')
      return invalid(update.path, {
        message: `The target "${target}" selects the object ${fragmentOf(match)}; expected "update" to be an object, too.`,
        fix: 'write the properties to merge as an object.',
      })
  }
  return undefined
}

function invalid(path: Path, text: { message: string; fix: string }): Fault {
  return { code: 'overlay-invalid', path, ...text }
}
