import { source, stringLiteral } from '../../emit/print/code.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import { importedType, importedValue, MODULES } from '../../emit/print/modules.ts'
import type { Model } from '../../model/model.ts'

/** The methods that MSW has functions for. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** `msw.ts`: handlers of Mock Service Worker for each operation, on one stateful mock. */
export function emitMsw(model: Model, file: GeneratedFile): string {
  const routes = new Map(
    model.operations.flatMap(({ descriptor: { method, path } }) =>
      METHODS.includes(method)
        ? [[`${method} ${routeOf(path)}`, { method, path: routeOf(path) }] as const]
        : [],
    ),
  )
  return file.print('msw', {
    create: file.declare('createHandlers'),
    Options: file.declare('HandlersOptions'),
    MockOptions: importedType('MockOptions', MODULES.mock),
    createMock: importedValue('createMock', MODULES.mock),
    document: importedValue('document', './operations'),
    examples: importedValue('examples', './examples'),
    http: importedValue('http', MODULES.msw),
    HttpHandler: importedType('HttpHandler', MODULES.msw),
    routes: [...routes.values()].map(({ method, path }) => ({
      line: source`[${stringLiteral(method.toLowerCase())}, ${stringLiteral(path)}],`,
    })),
  })
}

/** The path as MSW has it, without query and fragment: a segment with a template is any segment, `{+rest}` any number of them. */
function routeOf(template: string): string {
  const path = template.replace(/[?#].*$/, '')
  const segments = path.split('/').map((segment, index) => {
    if (/\{[+/]/.test(segment)) return '*'
    return segment.includes('{') ? `:p${index}` : segment
  })
  return segments.join('/')
}
