import type { OperationDescriptor } from '@concordat/runtime/http'
import type { DocumentObject, OperationObject } from '../document/document.ts'
import type { Model, Operation } from './model.ts'
import { addressInCode } from './naming/address-in-code.ts'
import type { TakenNames } from './naming/name.ts'
import { pagesInCode } from './naming/pages-in-code.ts'
import type { ParameterNaming } from './naming/parameter-names.ts'
import { tagNamingGroup } from './naming/tag-naming.ts'
import { operationTypeNames } from './naming/type-names.ts'
import type { readWebhooks } from './operation/webhooks.ts'
import type { Paging } from './pages/subject.ts'

/** An operation in the document, with its names and its descriptor. */
export interface ReadOperation {
  readonly operation: OperationObject
  readonly names: Pick<Operation, 'name' | 'memberName'>
  readonly descriptor: OperationDescriptor
}

/** Names already in use in generated code, and the settings for further names. */
interface InCode {
  readonly names: TakenNames
  readonly nameMember: Model['nameMember'] | undefined
  readonly parameters: ParameterNaming | undefined
  readonly tags: DocumentObject['tags']
}

/** Operations in the form that printers need, with names for their types. */
export function nameTypes(
  read: readonly (ReadOperation & { readonly paging: Paging | undefined })[],
  { names, nameMember, tags }: InCode,
): readonly Operation[] {
  const typeNames = operationTypeNames(
    read.map((one) => one.names.name),
    { taken: names },
  )
  return read.map(({ operation, names: { name, memberName }, descriptor, paging }, index) => ({
    descriptor,
    name,
    memberName,
    isTagged: tagNamingGroup(operation.tags, tags) !== undefined,
    ...(typeNames[index] ?? { requestName: name, responseName: name }),
    ...(paging !== undefined && {
      paging:
        'pages' in paging ? { ...paging, pages: pagesInCode(paging.pages, descriptor, nameMember) } : paging,
    }),
    ...(operation.description !== undefined && { description: operation.description }),
    deprecated: operation.deprecated === true,
  }))
}

/** Webhooks and callbacks in the form that printers need. */
export function nameWebhookTypes(
  received: ReturnType<typeof readWebhooks>,
  { names, nameMember, parameters }: InCode,
): readonly Operation[] {
  const typeNames = operationTypeNames(
    received.map(({ name }) => name),
    { taken: names, middle: 'Webhook' },
  )
  return received.map(({ webhook, name, descriptor, operation, address }, index) => ({
    descriptor,
    name,
    memberName: name,
    isTagged: false,
    webhook,
    ...(address !== undefined && { address: addressInCode(address, { parameters, nameMember }) }),
    ...(typeNames[index] ?? { requestName: name, responseName: name }),
    ...(operation.description !== undefined && { description: operation.description }),
    deprecated: operation.deprecated === true,
  }))
}
