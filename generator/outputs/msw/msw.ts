import { type Code, identifierCode, sourceCode, stringLiteralCode } from '../../emit/print/code.ts'
import { operationTitleComment } from '../../emit/print/doc.ts'
import { declaredType, IMPORTED_MODULES, importedType, importedValue } from '../../emit/print/modules.ts'
import type { Model, Operation } from '../../model/model.ts'
import type { OutputPrint } from '../declaration/output.ts'

/** Methods that MSW supports. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/**
 * `msw.ts`: Mock Service Worker handlers for the operations with supported methods, all sharing one stateful
 * mock, and handlers with responses that a test provides.
 */
export function emitMsw(model: Model, print: OutputPrint): string {
  const file = print.file('msw.ts')
  const isTyped = print.settings.formats.isEmpty
  const operations = model.operations.filter(({ descriptor }) => METHODS.includes(descriptor.method))
  const HandlerOf = file.declare('HandlerOf')
  return file.print(
    'msw',
    {
      create: file.declare('createHandlers'),
      Options: file.declare('HandlersOptions'),
      handlers: file.declare('handlers'),
      HandlerOf,
      HandlerOptions: file.declare('HandlerOptions'),
      MockOptions: importedType('MockOptions', IMPORTED_MODULES.mock),
      createMock: importedValue('createMock', IMPORTED_MODULES.mock),
      Answers: importedValue('Answers', IMPORTED_MODULES.mock),
      AnyAnswer: importedType('AnyAnswer', IMPORTED_MODULES.mock),
      GivenAnswers: importedType('GivenAnswers', IMPORTED_MODULES.mock),
      document: importedValue('document', './operations'),
      examples: importedValue('examples', './examples'),
      http: importedValue('http', IMPORTED_MODULES.msw),
      HttpHandler: importedType('HttpHandler', IMPORTED_MODULES.msw),
      operations: operations.map((operation) => ({
        name: identifierCode(operation.name),
        text: stringLiteralCode(operation.name),
        route: routeOf(operation),
        type: sourceCode`${HandlerOf}<${isTyped ? declaredType(operation.responseName) : asItTravels(operation)}>`,
        doc: operationTitleComment(operation, 2),
      })),
    },
    print.types.homes,
  )
}

function routeOf({ descriptor: { method, path } }: Operation): Code {
  return sourceCode`[${stringLiteralCode(method.toLowerCase())}, ${stringLiteralCode(pathOf(path))}]`
}

/** Type of a response before its values are converted. Its body can have any type. */
function asItTravels({ responseName }: Operation): Code {
  return sourceCode`{ readonly status: ${declaredType(responseName)}['status']; readonly body: unknown }`
}

/**
 * Path for MSW, without query and fragment. A segment with a template matches any segment; `{+rest}` matches
 * any number of segments.
 */
function pathOf(template: string): string {
  const path = template.replace(/[?#].*$/, '')
  const segments = path.split('/').map((segment, index) => {
    if (/\{[+/]/.test(segment)) return '*'
    return segment.includes('{') ? `:p${index}` : segment
  })
  return segments.join('/')
}
