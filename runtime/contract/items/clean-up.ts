import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { jsonBody } from '../document/json-body.ts'
import { blank, type Place, pathValues } from '../document/place.ts'
import { isObject, propertiesOf, shapeOf } from '../document/shape.ts'
import { type Answer, isSuccess } from '../exchange/answer.ts'
import type { RequestPlan } from '../exchange/request.ts'

interface Created {
  readonly remove: OperationDescriptor | undefined
  readonly update: OperationDescriptor | undefined
  readonly create: OperationDescriptor | undefined
  /** Address of the item, names of templates filled in: equal for the same item. */
  readonly address: string
  readonly place: Place
  /** The item as it was answered when it was made. */
  readonly value: unknown
}

/** Remembers what was created and removes it, last in, first out: a child goes before its parent. */
export class CleanUp {
  readonly #document: DocumentDescriptor
  readonly #send: (plan: RequestPlan) => Promise<Answer>
  readonly #created: Created[] = []

  constructor({
    document,
    send,
  }: { document: DocumentDescriptor; send: (plan: RequestPlan) => Promise<Answer> }) {
    this.#document = document
    this.#send = send
  }

  /** @param item Path template of the item. */
  remember(item: string, { place, value }: Pick<Created, 'place' | 'value'>): void {
    const operationOf = (method: string, path = item) =>
      this.#document.operations.find(
        (operation) => operation.method === method && blank(operation.path) === blank(path),
      )
    const [remove, update] = [operationOf('DELETE'), operationOf('PATCH')]
    const create = operationOf('POST', item.slice(0, item.lastIndexOf('/')))
    this.#created.push({ remove, update, create, address: addressOf(item, place), place, value })
  }

  /** The item is gone already. */
  forget(item: string, place: Place): void {
    const address = addressOf(item, place)
    const index = this.#created.findIndex((created) => created.address === address)
    if (index >= 0) this.#created.splice(index, 1)
  }

  /**
   * Removes everything. Goes on after a failure, so that one stuck item does not keep the others.
   * @returns One sentence for each item that is still there.
   */
  async run(): Promise<readonly string[]> {
    const left: string[] = []
    const kept: Created[] = []
    for (let created = this.#created.pop(); created !== undefined; created = this.#created.pop()) {
      const { remove, address } = created
      if (remove === undefined) kept.push(created)
      else {
        const failure = await this.#remove(remove, created)
        if (failure !== undefined) {
          left.push(`${address} was created and is still there: ${remove.operationId} ${failure}.`)
        } else {
          removeBelow(kept, address)
        }
      }
    }
    return [
      ...left,
      ...kept.map(({ address }) => `${address} was created and is still there: no operation deletes it.`),
    ]
  }

  /**
   * What a check left in an item can forbid its deletion; so it is tried again on the item as it was made, and then with
   * the values that the document gives to who says nothing.
   */
  async #remove(operation: OperationDescriptor, created: Created): Promise<string | undefined> {
    const plan = { operation, path: pathValues(operation.path, created.place) }
    try {
      let answer = await this.#send(plan)
      for (const values of [created.value, this.#defaultsOf(created)]) {
        if (isRefusal(answer) && (await this.#restore(created, values))) answer = await this.#send(plan)
      }
      return isGone(answer) ? undefined : `answered ${answer.status}`
    } catch (error) {
      return `failed: ${error instanceof Error ? error.message : String(error)}`
    }
  }

  #defaultsOf({ create }: Created): Record<string, unknown> {
    const { definitions } = this.#document
    const defaults = [...propertiesOf(create && jsonBody(create)?.schema, definitions)].flatMap(
      ([name, schema]) => {
        const shape = shapeOf(schema, definitions)
        return 'default' in shape ? [[name, shape['default']] as const] : []
      },
    )
    return Object.fromEntries(defaults)
  }

  async #restore({ update, place }: Created, values: unknown): Promise<boolean> {
    const body = update && jsonBody(update)
    if (update === undefined || body === undefined || !isObject(values)) return false
    const { mediaType, schema } = body
    const writable = propertiesOf(schema, this.#document.definitions)
    const fields = Object.fromEntries(Object.entries(values).filter(([name]) => writable.has(name)))
    if (Object.keys(fields).length === 0) return false
    const path = pathValues(update.path, place)
    return isSuccess(await this.#send({ operation: update, path, body: { mediaType, value: fields } }))
  }
}

function isGone(answer: Answer): boolean {
  return isSuccess(answer) || answer.status === 404 || answer.status === 410
}

/** The server understood, and does not want to. */
function isRefusal({ status }: Answer): boolean {
  return status === 400 || status === 403 || status === 409 || status === 422
}

/** What stood below a removed item went with it. */
function removeBelow(kept: Created[], address: string): void {
  kept.splice(0, kept.length, ...kept.filter((created) => !created.address.startsWith(`${address}/`)))
}

function addressOf(item: string, place: Place): string {
  const values = pathValues(item, place)
  return item.replace(/\{([^{}]+)\}/g, (_, name: string) => values[name] ?? '')
}
