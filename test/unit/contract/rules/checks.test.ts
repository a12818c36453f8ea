import { runContract } from '@concordat/contract'
import { checks } from '@concordat/contract/checks'
import { describe, expect, test } from 'vitest'
import { petDocument } from '../pet/pet-document.ts'
import type { Fault } from '../pet/pet-fault.ts'
import { expectFindings, findingsOf, formatPets } from '../pet/pet-run.ts'
import { PetService } from '../pet/pet-service.ts'

describe('a service that keeps the contract', () => {
  test('has no finding, and everything is run', async () => {
    const service = new PetService()
    const report = await runContract({ document: petDocument, target: service.target() })
    expect(report.results.filter(({ outcome }) => outcome.status !== 'passed')).toEqual([])
    expect(report.requests).toBe(service.log.length)
    expect(formatPets(report)).toMatch(
      /^Tested 12 of 12 operations with (\d+) of \1 checks\.\n\n(?:.*cases\n.*\n)?Remark: These operations might have effects that no other operation shows.*\.\n\n(?:.*cases\n.*\n)?Requests per operation: mean \d+\.\d, maximum \d+ \(\w+\)\n12 operations, \d+ passed, 0 failed, 0 not run, \d+ requests, \d+\.\d s$/s,
    )
  })

  test('gets at most forty requests an operation, and every case when the budget is endless', async () => {
    const run = async (budget: number) => {
      const report = await runContract({ document: petDocument, target: new PetService().target(), budget })
      const cases = report.results.flatMap(({ outcome }) =>
        outcome.status === 'passed' && outcome.cases !== undefined ? [outcome.cases] : [],
      )
      const operations = Map.groupBy(report.results, ({ operationId }) => operationId).values()
      const counts = [...operations].map((all) => all.reduce((sum, { requests }) => sum + requests, 0))
      return { counts, left: cases.filter(({ sent, of }) => sent < of).length }
    }
    const [usual, endless] = [await run(40), await run(Number.POSITIVE_INFINITY)]
    expect(Math.max(...usual.counts)).toBeLessThanOrEqual(40)
    expect(usual.left).toBeGreaterThan(0)
    expect(Math.max(...endless.counts)).toBeGreaterThan(40)
    expect(endless.left).toBe(0)
  })

  test('is left as it was', async () => {
    const service = new PetService()
    const report = await runContract({ document: petDocument, target: service.target() })
    expect(service.pets.size).toBe(0)
    expect(report.leftBehind).toEqual([])
  })

  test.each(['concordat', 'b', 'c', 'd', 'e'])('has no finding with the seed %s', async (seed) => {
    const report = await runContract({ document: petDocument, target: new PetService().target(), seed })
    expect(findingsOf(report)).toEqual([])
  })

  test('gets the same requests for the same seed, and others for another', async () => {
    const [first, second, third] = [new PetService(), new PetService(), new PetService()]
    await runContract({ document: petDocument, target: first.target() })
    await runContract({ document: petDocument, target: second.target() })
    await runContract({ document: petDocument, target: third.target(), seed: 'another' })
    expect(second.log).toEqual(first.log)
    expect(third.log).not.toEqual(first.log)
  })
})

const ACTIONS = ['retirePet', 'recallPet', 'examinePet']
const ITEM_OPERATIONS = [
  'readPet',
  'updatePet',
  'replacePet',
  'deletePet',
  ...ACTIONS,
  'listToys',
  'createToy',
  'deleteToy',
]

/** The rules whose faults are in this file; the others have a file each. */
const RULES = ['conformance', 'authentication', 'lifecycle', 'unknown-id', 'list-protocol', 'methods']

/** The findings that each fault must cause, once each, without any others. */
const EXPECTED: Readonly<Partial<Record<Fault, readonly RegExp[]>>> = {
  'status-203': [/^conformance readPet: status 200 \| status 203 /],
  'media-type-text': [/^conformance readPet: application\/json \| text\/plain$/],
  'location-missing': [/^conformance createPet: the "Location" header \| no such header$/],
  'list-item-invalid': [/^conformance listPets: \/results\/0\/created_at .*date-time.* \| "today"/],
  'content-length-with-204': [/^conformance deletePet: no content with 204 \| Content-Length: 7$/],
  'read-crashes': [/^conformance readPet: status 200 \| status 500/],
  'problem-without-detail': petDocument.operations.map(
    ({ operationId }) => new RegExp(`^conformance ${operationId}: .*"detail".* \\| {}$`),
  ),
  'anybody-enters': petDocument.operations.flatMap(({ operationId, method }) =>
    [
      ...['without a credential', 'with an unknown credential', 'with the credential under the wrong scheme'],
      ...(method === 'GET' ? ['with an empty token'] : []),
    ].map((probe) => new RegExp(`^authentication ${operationId}: status 401 ${probe} \\| status 20[014]`)),
  ),
  'unknown-key-enters': petDocument.operations.map(
    ({ operationId }) =>
      new RegExp(`^authentication ${operationId}: status 401 with an unknown credential \\| status 20[014]`),
  ),
  'scheme-ignored': petDocument.operations.map(
    ({ operationId }) =>
      new RegExp(
        `^authentication ${operationId}: status 401 with the credential under the wrong scheme \\| status 20[014]`,
      ),
  ),
  'challenge-missing': petDocument.operations
    .filter(({ method }) => method !== 'GET')
    .map(
      ({ operationId }) =>
        new RegExp(
          `^authentication ${operationId}: the "WWW-Authenticate" header with 401 \\| no such header$`,
        ),
    ),
  'name-not-echoed': [/^lifecycle createPet: "name" as sent, in the response: "name-\S+" \| "Rex"$/],
  'weight-not-stored': [/^lifecycle createPet: "weight" as sent, when read again: \d+ \| null$/],
  'new-pet-not-listed': [
    /^lifecycle createPet: the item that POST \/pets created, in the list from GET \/pets \| a list without the item$/,
  ],
  'patch-not-stored': ['name', 'kind', 'tag', 'born_at', 'weight', 'good'].map(
    (name) => new RegExp(`^lifecycle updatePet: "${name}" as sent, when read again: `),
  ),
  // The weight is the last property to be changed.
  'patch-clears-weight': [
    /^lifecycle updatePet: "weight" to stay \d+ after a change to only "name" \| null$/,
  ],
  'put-keeps-omitted': ['tag', 'born_at', 'weight'].map(
    (name) =>
      new RegExp(`^lifecycle replacePet: "${name}" to lose its old value after a replacement that omits it `),
  ),
  'put-counts-weight': [
    /^lifecycle replacePet: the same state after repeating the request \| different values of "weight"$/,
  ],
  'deleted-is-readable': [
    /^lifecycle deletePet: status 404 from GET \/pets\/\{petId\} after DELETE \/pets\/\{petId\} \| status 200$/,
  ],
  'deleted-is-listed': [
    /^lifecycle deletePet: GET \/pets to omit the item after DELETE \/pets\/\{petId\} \| a list that still contains the item$/,
  ],
  'deleted-crashes': [
    /^lifecycle deletePet: status 404 from GET \/pets\/\{petId\} after DELETE \/pets\/\{petId\} \| status 500$/,
    /^lifecycle deletePet: no server error when the item is deleted again \| status 500$/,
  ],
  'unknown-crashes': unknownIds('status 500'),
  // deleteToy still reports that there is no such toy below the wrong pet.
  'unknown-answers-first': unknownIds('status 20[014]').slice(0, -1),
  'unknown-undocumented': ITEM_OPERATIONS.map(
    (operationId) =>
      new RegExp(
        `^unknown-id ${operationId}: (the only|one of the) documented 4xx status(es)?, .*404.* for a path that does not exist \\| status 418`,
      ),
  ),
  'malformed-crashes': ITEM_OPERATIONS.map(
    (operationId) =>
      new RegExp(
        `^unknown-id ${operationId}: .*404( or 415)? for the malformed (petId|id) "not-a-uuid" \\| status 500`,
      ),
  ),
  'limit-ignored': bothLists('at most 2 items with limit=2 \\| \\d+ items$'),
  'offset-ignored': bothLists('with offset=1, the list from the second item on: '),
  'next-repeats': bothLists('every item exactly once in the pages \\| \\S+(, \\S+)* more than once$'),
  'next-ends-early': bothLists('every item exactly once in the pages \\| pages without \\S+(, \\S+)*$'),
  'previous-is-first': bothLists('the previous page: '),
  'count-of-page': bothLists('a count of \\d+, the total number of items \\| [23]$'),
  'order-turns': bothLists('the same items in the same order when read twice \\| '),
  'filter-ignored': [/^list-protocol listPets: only items that match kind="dog" \| "cat" among \d+ items$/],
  'method-400': [
    ...ACTIONS.map((operationId) => method400(operationId, 'GET', 3)),
    method400('deleteToy', 'GET', 3),
  ],
  'allow-missing': [...ACTIONS, 'deleteToy'].map(
    (operationId) => new RegExp(`^methods ${operationId}: "Allow: .*" with 405 \\| no such header$`),
  ),
  'allow-short': ['listPets', 'readPet', ...ACTIONS, 'listToys', 'deleteToy'].map(
    (operationId) => new RegExp(`^methods ${operationId}: "Allow: .*" with 405 \\| Allow: `),
  ),
}

function unknownIds(received: string): RegExp[] {
  return ITEM_OPERATIONS.map(
    (operationId) =>
      new RegExp(
        `^unknown-id ${operationId}: .*404( or 415)? for the unknown (petId|id) "\\S+" \\| ${received}`,
      ),
  )
}

function bothLists(text: string): RegExp[] {
  return ['listPets', 'listToys'].map((operationId) => new RegExp(`^list-protocol ${operationId}: ${text}`))
}

/** One finding per path, however many methods get the same response. */
function method400(operationId: string, first: string, others: number): RegExp {
  const more = others === 0 ? '' : `, and ${others} more like it`
  return new RegExp(
    `^methods ${operationId}: status 405 for the undocumented ${first} \\| status 400 {"detail":"No."}${more}$`,
  )
}

describe('a service that breaks one rule', () => {
  test.each(Object.entries(EXPECTED))('%s', async (fault, expected) => {
    await expectFindings(fault as Fault, { rules: RULES, expected })
  })

  test('what is not implemented is one finding of its conformance, and what needs it is not run', async () => {
    const report = await runContract({
      document: petDocument,
      target: new PetService('toys-not-implemented').target(),
    })
    expect(findingsOf(report).map(({ rule, operationId }) => `${rule} ${operationId}`)).toEqual([
      'conformance/success createToy',
    ])
    const skipped = report.results.flatMap(({ operationId, rule, outcome }) =>
      outcome.status === 'not-run' ? [[`${rule} ${operationId}`, outcome.reason]] : [],
    )
    expect(Object.fromEntries(skipped)).toMatchObject({
      'list-protocol listToys': 'there is no item, and creating one failed: createToy returned 501',
      'lifecycle createToy': 'createToy returned 501',
      'lifecycle deleteToy': 'createToy returned 501 {"detail":"No."}',
      'conformance deleteToy': 'createToy returned 501 {"detail":"No."}',
    })
  })
})

describe('checks', () => {
  test('have codes of their own, and a title for every operation that they apply to', () => {
    expect(new Set(checks.map(({ code }) => code)).size).toBe(checks.length)
    const titles = checks.flatMap((check) =>
      petDocument.operations
        .filter((operation) => check.applies(operation, petDocument))
        .map((operation) => check.title(operation)),
    )
    expect(titles.filter((title) => title.trim() === '')).toEqual([])
  })
})
