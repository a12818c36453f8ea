import { checks } from '@concordat/contract/checks'

import type { Model, Operation, Tag } from '../model/model.ts'
import { docComment, literal, stringLiteral } from './code.ts'
import { header } from './header.ts'
import { slimDescriptor } from './slim.ts'
import { render } from './template.ts'
import { origin } from './types.ts'

/** `contract/`: one test file for each tag, one test for each operation and rule that applies to it. */
export function emitContract(model: Model): [path: string, text: string][] {
  return [
    ['contract/contract.ts', render('contract', { header: header(model) })],
    ['contract/grades.ts', render('grades', gradesView(model))],
    ...model.tags.map((tag): [string, string] => [
      `contract/${tag.fileName}.test.ts`,
      render('contract-test', testView(model, tag)),
    ]),
  ]
}

function gradesView(model: Model) {
  const base = model.base === undefined ? undefined : slimDescriptor(model.base)
  return { header: header(model), decided: literal(model.decided), base: literal(base) }
}

function testView(model: Model, tag: Tag) {
  return {
    header: header(model),
    operations: tag.operations.map((operation) => operationView(operation, model)),
  }
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
