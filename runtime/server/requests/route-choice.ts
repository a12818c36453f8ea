import { acceptance } from '../../http/media/acceptance.ts'
import type { DocumentDescriptor, OperationDescriptor } from '../../http/operation.ts'
import { successContents } from '../../http/success.ts'
import { createValidator } from '../../schema/schema.ts'
import type { Incoming } from '../incoming/incoming.ts'
import { HttpProblem } from '../problems/problem.ts'
import type { Route } from '../routing/router.ts'
import { createShapeReader } from '../values/schema-shape.ts'
import { compileParameters } from './parse-parameters.ts'
import { type CheckTools, compileParameterCheck } from './validate-request.ts'

/** Target of a route. */
interface Routed {
  readonly operation: OperationDescriptor
}

type Takes = (incoming: Incoming, path: Readonly<Record<string, string>>) => boolean

/** Chooses one of the routes that match a request; the routes are in document order. */
export type RouteChoice = <Target extends Routed>(
  routes: readonly [Route<Target>, ...Route<Target>[]],
  incoming: Incoming,
) => Route<Target>

/**
 * Chooses among operations whose paths match the same request: first those whose parameters accept the path's
 * values, then the one whose success response `Accept` prefers, then the first in the document.
 */
export function createRouteChoice({ definitions }: Pick<DocumentDescriptor, 'definitions'>): RouteChoice {
  return routeChoiceWith({ compile: createValidator(definitions), readShape: createShapeReader(definitions) })
}

/** Like `createRouteChoice`, but uses an application's existing functions. */
export function routeChoiceWith(tools: CheckTools): RouteChoice {
  const known = new Map<OperationDescriptor, Takes>()
  const takesOf = (operation: OperationDescriptor): Takes => {
    const takes = known.get(operation) ?? compileTakes(operation, tools)
    known.set(operation, takes)
    return takes
  }
  return (routes, incoming) => {
    const accept = incoming.header('accept')
    const ranked = routes
      .filter(({ target, path }) => takesOf(target.operation)(incoming, path))
      .map((route) => ({ route, wanted: acceptance(accept, successTypes(route.target.operation)) }))
      .toSorted((one, other) => other.wanted - one.wanted)
    return ranked[0]?.route ?? routes[0]
  }
}

/** Compiles a test that reports whether an operation accepts a path's values. */
function compileTakes({ parameters = [] }: OperationDescriptor, tools: CheckTools): Takes {
  const ofPath = parameters.filter((parameter) => parameter.in === 'path')
  const read = compileParameters(ofPath, tools.readShape)
  const check = compileParameterCheck(ofPath, tools)
  return (incoming, path) => {
    try {
      check(read(incoming, path))
      return true
    } catch (error) {
      if (error instanceof HttpProblem) return false
      throw error
    }
  }
}

function successTypes(operation: OperationDescriptor): readonly string[] {
  return successContents(operation).map(({ type }) => type)
}
