import type { DocumentDescriptor } from '@concordat/runtime/http'
import { changesBetween } from '@concordat/runtime/json-changes'
import { type Code, literalCode, sourceCode, stringLiteralCode } from '../../emit/print/code.ts'
import { docComment } from '../../emit/print/comment.ts'
import { originTag } from '../../emit/print/doc.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import { IMPORTED_MODULES, importedType, importedValue } from '../../emit/print/modules.ts'
import { slimPrintedDescriptor } from '../../emit/slim.ts'
import type { Model, Operation } from '../../model/model.ts'

/** `contract/`: the contract, its grades, and a test file for each tag. */
export function emitContract(
  model: Model,
  file: (path: string) => GeneratedFile,
): [path: string, text: string][] {
  const printed = (path: string, print: (file: GeneratedFile) => string): [string, string] => [
    path,
    print(file(path)),
  ]
  return [
    printed('contract/contract.ts', emitDefinition),
    printed('contract/grades.ts', (own) => emitGrades(model, own)),
    ...model.tags
      .filter(({ operations }) => operations.length > 0)
      .map(({ fileName, operations }) =>
        printed(`contract/${fileName}.test.ts`, (own) => emitTests(operations, own)),
      ),
  ]
}

function emitDefinition(file: GeneratedFile): string {
  return file.print('contract', {
    contract: file.declare('contract'),
    Contract: importedType('Contract', IMPORTED_MODULES.contract),
    define: importedValue('contract', IMPORTED_MODULES.contract),
    document: importedValue('document', './operations'),
    base: importedValue('base', './contract/grades'),
    decided: importedValue('decided', './contract/grades'),
  })
}

function emitGrades(model: Model, file: GeneratedFile): string {
  return file.print('grades', {
    DocumentDescriptor: importedType('DocumentDescriptor', IMPORTED_MODULES.http),
    decided: literalCode(model.decided),
    base: model.base === undefined ? literalCode(undefined) : printBase(model.descriptor, model.base),
  })
}

/**
 * Prints the base document as its differences from the document, so that the common parts are printed only
 * once.
 */
function printBase(descriptor: DocumentDescriptor, base: DocumentDescriptor): Code {
  const changes = changesBetween(slimPrintedDescriptor(descriptor), slimPrintedDescriptor(base))
  const baseOf = importedValue('baseOf', IMPORTED_MODULES.contract)
  const document = importedValue('document', './operations')
  // Without `as const`, compilers would try to infer the union of a long list's items and give up.
  return sourceCode`${baseOf}(
  ${document},
  ${literalCode(changes, 2)} as const,
)`
}

function emitTests(operations: readonly Operation[], file: GeneratedFile): string {
  return file.print('contract-test', {
    afterAll: importedValue('afterAll', IMPORTED_MODULES.testing),
    describe: importedValue('describe', IMPORTED_MODULES.testing),
    test: importedValue('test', IMPORTED_MODULES.testing),
    contract: importedValue('contract', './contract/contract'),
    operations: operations.map(operationView),
  })
}

function operationView({ descriptor }: Operation) {
  return {
    doc: docComment([descriptor.summary, originTag(descriptor.pointer, descriptor.source)]),
    title: stringLiteralCode(`${descriptor.operationId}: ${descriptor.method} ${descriptor.path}`),
    operationId: stringLiteralCode(descriptor.operationId),
  }
}
