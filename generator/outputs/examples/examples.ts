import { literalCode } from '../../emit/print/code.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import { IMPORTED_MODULES, importedType } from '../../emit/print/modules.ts'
import { slimmedAnswerExamples } from '../../emit/slim.ts'
import { requestExamples } from '../../model/examples/request-examples.ts'
import { responseExamples } from '../../model/examples/response-examples.ts'
import type { Model } from '../../model/model.ts'

/** `examples.ts`: examples that `operations.ts` omits, as options for a mock. */
export function emitExamples(model: Model, file: GeneratedFile): string {
  const answers = responseExamples(model)
  return file.print('examples', {
    examples: file.declare('examples'),
    MockOptions: importedType('MockOptions', IMPORTED_MODULES.mock),
    answers: literalCode(answers, 2),
    requests: literalCode(requestExamples(model, answers), 2),
    schemas: literalCode(slimmedAnswerExamples(model.descriptor), 2),
  })
}
