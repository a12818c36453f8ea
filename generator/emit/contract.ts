import { checks } from '@concordat/contract/checks'
import type { Model, Operation, Tag } from '../model/model.ts'
import { literal, stringLiteral } from './print/code.ts'
import { docComment } from './print/comment.ts'
import { origin } from './print/doc.ts'
import type { GeneratedFile } from './print/generated-file.ts'
import { importedType, importedValue, MODULES } from './print/modules.ts'
import { slimDescriptor } from './slim.ts'

/** `contract/`: one test file for each tag, one test for each operation and rule that applies to it. */
export function emitContract(model: Model, file: () => GeneratedFile): [path: string, text: string][] {
  return [
    ['contract/contract.ts', emitDefinition(file())],
    ['contract/grades.ts', emitGrades(model, file())],
    ...model.tags.map((tag): [string, string] => [
      `contract/${tag.fileName}.test.ts`,
      emitTests(model, tag, file()),
    ]),
  ]
}

function emitDefinition(file: GeneratedFile): string {
  return file.print('contract', {
    contract: file.declare('contract'),
    Contract: importedType('Contract', MODULES.contract),
    define: importedValue('contract', MODULES.contract),
    document: importedValue('document', '../operations'),
    base: importedValue('base', './grades'),
    decided: importedValue('decided', './grades'),
  })
}

function emitGrades(model: Model, file: GeneratedFile): string {
  const base = model.base === undefined ? undefined : slimDescriptor(model.base)
  return file.print('grades', {
    DocumentDescriptor: importedType('DocumentDescriptor', MODULES.http),
    decided: literal(model.decided),
    base: literal(base),
  })
}

function emitTests(model: Model, tag: Tag, file: GeneratedFile): string {
  return file.print('contract-test', {
    afterAll: importedValue('afterAll', MODULES.testing),
    describe: importedValue('describe', MODULES.testing),
    test: importedValue('test', MODULES.testing),
    contract: importedValue('contract', './contract'),
    operations: tag.operations.map((operation) => operationView(operation, model)),
  })
}

function operationView({ descriptor }: Operation, model: Model) {
  const applying = checks.filter((check) => check.applies(descriptor, model.descriptor))
  return {
    doc: docComment([descriptor.summary, origin(descriptor.pointer, descriptor.source)]),
    title: stringLiteral(`${descriptor.operationId}: ${descriptor.method} ${descriptor.path}`),
    operationId: stringLiteral(descriptor.operationId),
    tests: applying.map((check) => ({
      name: stringLiteral(`${check.code}: ${check.title(descriptor)}`),
      code: stringLiteral(check.code),
    })),
  }
}
