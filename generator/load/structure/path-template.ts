import { METHODS } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import type { Finding } from '../source/finding.ts'
import { type Container, referenceOf } from '../source/json.ts'
import { follow, MAX_HOPS, type Path } from '../source/reference.ts'

/** Compares each path template with the path parameters of its operations, in both directions. */
export function checkPathParameters(document: Container, report: (finding: Finding) => void): void {
  const paths = isObject(document['paths']) ? document['paths'] : {}
  for (const [template, item] of Object.entries(paths)) {
    if (!template.startsWith('/') || !isObject(item)) continue
    const expected = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '')
    const inherited = declared(document, item, ['paths', template])
    const methods = METHODS.map((method) => method.toLowerCase()).filter((method) => isObject(item[method]))
    for (const { name, path } of inherited) if (!expected.includes(name)) report(unused(name, template, path))
    for (const method of methods) {
      const path = ['paths', template, method]
      const own = declared(document, item[method], path)
      for (const { name, path } of own) if (!expected.includes(name)) report(unused(name, template, path))
      for (const name of new Set(expected))
        if (![...inherited, ...own].some((parameter) => parameter.name === name))
          report(missing(name, template, path))
    }
  }
}

function declared(
  document: Container,
  holder: unknown,
  path: Path,
): { readonly name: string; readonly path: Path }[] {
  const parameters = isObject(holder) ? holder['parameters'] : undefined
  if (!Array.isArray(parameters)) return []
  return parameters.flatMap((written, index) => {
    const parameter = dereference(document, written)
    if (!isObject(parameter) || parameter['in'] !== 'path' || typeof parameter['name'] !== 'string') return []
    return [{ name: parameter['name'], path: [...path, 'parameters', String(index)] }]
  })
}

function dereference(document: Container, value: unknown): unknown {
  let node = value
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const reference = referenceOf(node)
    if (reference === undefined) return node
    const step = follow(document, stepsOf(reference))
    node = step.found ? step.value : undefined
  }
  return undefined
}

function missing(name: string, template: string, path: Path): Finding {
  return {
    code: 'path-parameter-missing',
    severity: 'error',
    path,
    message: `The path "${template}" contains "{${name}}", but the operation declares no path parameter "${name}".`,
    fix: `add { name: ${name}, in: path, required: true, schema: … } to "parameters".`,
  }
}

function unused(name: string, template: string, path: Path): Finding {
  return {
    code: 'path-parameter-unused',
    severity: 'error',
    path,
    message: `The path parameter "${name}" does not occur in the path "${template}".`,
    fix: `remove the parameter, or put "{${name}}" into the path.`,
  }
}
