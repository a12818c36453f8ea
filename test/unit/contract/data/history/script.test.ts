import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { History } from '../../../../../runtime/contract/data/history/history.ts'
import { findingProvenance } from '../../../../../runtime/contract/data/history/provenance.ts'
import { findingScript as scriptOfSteps } from '../../../../../runtime/contract/data/history/script.ts'
import type { SourcedValue } from '../../../../../runtime/contract/data/history/sent-values.ts'
import { petDocument } from '../../pet/pet-document.ts'
import type { Fault } from '../../pet/pet-fault.ts'
import { PetService } from '../../pet/pet-service.ts'

/** Returns the first script for a rule's finding about an operation, without headers. */
async function scriptOf(fault: Fault, rule: string, operationId: string): Promise<readonly string[]> {
  const report = await runContract({
    document: petDocument,
    target: new PetService(fault).target(),
    select: { rules: [rule] },
  })
  const findings = report.results.flatMap(({ outcome }) =>
    outcome.status === 'failed' ? outcome.findings : [],
  )
  const finding = findings.find((one) => one.operationId === operationId)
  return (finding?.script ?? '').replaceAll(/ -H '(accept|content-type)[^']*'/g, '').split('\n')
}

test.concurrent('a later read stands behind what made and what changed the item', async () => {
  const lines = await scriptOf('patch-not-stored', 'lifecycle', 'updatePet')
  expect(lines[0]).toMatch(
    /^answer=\$\(curl -sS -i -X POST 'http:\/\/pets\.test\/api\/pets' .*\); printf '%s\\n' "\$answer" {2}# 201$/,
  )
  expect(lines[1]).toBe(`pets_1=$(printf '%s' "$answer" | sed '1,/^\\r*$/d' | jq -r '.id')`)
  expect(lines[2]).toMatch(
    /^curl -i -X PATCH '.*\/pets\/'"\$pets_1" .* --data-raw '\{"name":"[^"]*"\}' {2}# 200$/,
  )
  expect(lines.at(-1)).toMatch(
    /^curl -i 'http:\/\/pets\.test\/api\/pets\/'"\$pets_1" -H 'authorization: Bearer '"\$CONCORDAT_KEY" {2}# 200, as found$/,
  )
})

test.concurrent('each request carries the key that it was sent with', async () => {
  const lines = await scriptOf('tenants-share', 'tenancy', 'readPet')
  expect(lines[0]).toContain('"$CONCORDAT_KEY"')
  expect(lines.at(-1)).toContain('"$CONCORDAT_OTHER_KEY"')
})

test.concurrent('what two answers say is shown by both', async () => {
  const lines = await scriptOf('list-shows-old-weight', 'agreement', 'listPets')
  expect(
    lines.map((line) => /curl (?:-\w+ |[A-Z]+ )+'\S*(\/pets\S*)/.exec(line)?.[1] ?? '').filter(Boolean),
  ).toEqual([`/pets'`, `/pets?limit=100'`, `/pets/'"$pets_1"`])
})

/** Returns a value in a request that came from an earlier response, identified by its number. */
const taken = (
  location: SourcedValue['location'],
  name: string,
  text: string,
  from: number,
): SourcedValue => ({
  ...{ location, name, text },
  from: [from],
})

/** Sends the requests, each with its response, and returns the script for the last one. */
function scriptOfSent(
  ...sent: readonly (readonly [
    request: string,
    answer: string,
    headers?: object,
    taken?: readonly SourcedValue[],
  ])[]
) {
  const history = new History()
  const exchanges = sent.map(([request, answer, headers = {}, values = []], index) => {
    const [method = '', path = '', ...body] = request.split(' ')
    const [status = '', etag = '', ...text] = answer.split(' ')
    const exchange = {
      request: {
        method,
        url: `http://pets.test${path}`,
        headers: { ...headers },
        ...(body.length > 0 && { body: body.join(' ') }),
      },
      response: {
        status: Number(status),
        headers: etag === '-' ? {} : { etag },
        body: text.join(' '),
      },
    } as Parameters<History['note']>[0]
    // The requests that created the items belong to another rule.
    if (method !== 'POST' && sent[index - 1]?.[0].startsWith('POST')) history.begin()
    const template = values
      .filter(({ location }) => location === 'path')
      .reduce((written, { name, text }) => written.replace(text, `{${name}}`), path)
    history.note(exchange, { sent: values, path: template })
    return exchange
  })
  const last = exchanges.at(-1)!
  return scriptOfSteps(findingProvenance(history, { shown: [last] }), last).split('\n')
}

test('an entity tag is that of the answer before', () => {
  const lines = scriptOfSent(
    ['GET /pets/1', '200 "aa11bb22" {"id":1}'],
    ['GET /pets/2', '200 "aa11bb22" {"id":2}'],
    [
      'PATCH /pets/1 {"name":"Ada"}',
      '412 -',
      { 'if-match': '"aa11bb22"' },
      [taken('header', 'If-Match', '"aa11bb22"', 0)],
    ],
  )
  expect(lines.map((line) => line.replace(" -H 'content-type:'", ''))).toEqual([
    `answer=$(curl -sS -i 'http://pets.test/pets/1'); printf '%s\\n' "$answer"  # 200`,
    `pets_1=$(printf '%s' "$answer" | tr -d '\\r' | grep -i '^etag:' | sed 's/^[^:]*: *//')`,
    `curl -i -X PATCH 'http://pets.test/pets/1' -H 'if-match: '"$pets_1" --data-raw '{"name":"Ada"}'  # 412, as found`,
  ])
})

test('what a list shows is made first, whichever rule made it, and its short cursors are handed on', () => {
  const lines = scriptOfSent(
    ['POST /pets {"name":"Ada"}', '201 - {"id":1,"name":"Ada"}'],
    ['POST /pets {"name":"Bo"}', '201 - {"id":2,"name":"Bo"}'],
    ['GET /pets?limit=1', '200 - {"items":[{"id":1,"name":"Ada"}],"next":"7"}'],
    [
      'GET /pets?limit=1&cursor=7',
      '200 - {"items":[{"id":1,"name":"Ada"},{"id":2,"name":"Bo"}],"next":null}',
      {},
      [taken('query', 'cursor', '7', 2)],
    ],
  )
  expect(lines.map((line) => line.replace(/ -H '.*?'/g, ''))).toEqual([
    `curl -i -X POST 'http://pets.test/pets' --data-raw '{"name":"Ada"}'  # 201`,
    `curl -i -X POST 'http://pets.test/pets' --data-raw '{"name":"Bo"}'  # 201`,
    `answer=$(curl -sS -i 'http://pets.test/pets?limit=1'); printf '%s\\n' "$answer"  # 200`,
    `pets_1=$(printf '%s' "$answer" | sed '1,/^\\r*$/d' | jq -r '.next')`,
    `curl -i 'http://pets.test/pets?limit=1&cursor='"$pets_1"  # 200, as found`,
  ])
})

test('a cursor is what the page says of the next one, not an item of the same number', () => {
  const lines = scriptOfSent(
    ['GET /pets?limit=1', '200 - {"items":[{"id":7}],"next":"7"}'],
    ['GET /pets?limit=1&cursor=7', '200 - {"items":[],"next":null}', {}, [taken('query', 'cursor', '7', 0)]],
  )
  expect(lines[1]).toBe(`pets_1=$(printf '%s' "$answer" | sed '1,/^\\r*$/d' | jq -r '.next')`)
})

test('an item asked for below another parent is the one that its own parent has', () => {
  const lines = scriptOfSent(
    ['POST /shops/1/pets {"name":"Ada"}', '201 - {"id":617}'],
    ['GET /shops/999/pets/617', '200 - {"id":617}', {}, [taken('path', 'petId', '617', 0)]],
  )
  expect(lines.at(-1)).toBe(`curl -i 'http://pets.test/shops/999/pets/'"$pets_1"  # 200, as found`)
})

test('an item that a body refers to by a short number is made first, and that of another collection is another', () => {
  const lines = scriptOfSent(
    ['POST /shops {"name":"Ada"}', '201 - {"id":2}'],
    ['POST /keepers {"name":"Bo"}', '201 - {"id":2}'],
    [
      'POST /pets {"shop":2,"keeper_id":2,"age":2}',
      '500 - ',
      {},
      [taken('body', 'shop', '2', 0), taken('body', 'keeper_id', '2', 1)],
    ],
  )
  expect(lines.filter((line) => !line.startsWith('answer='))).toEqual([
    `shops_1=$(printf '%s' "$answer" | sed '1,/^\\r*$/d' | jq -r '.id')`,
    `keepers_1=$(printf '%s' "$answer" | sed '1,/^\\r*$/d' | jq -r '.id')`,
    `curl -i -X POST 'http://pets.test/pets' -H 'content-type:' --data-raw '{"shop":'"$shops_1"',"keeper_id":'"$keepers_1"',"age":2}'  # 500, as found`,
  ])
})

test('an id in a path is that of the item, not of another one with the same number', () => {
  const lines = scriptOfSent(
    ['POST /pets {"shop":1}', '201 - {"shop":1,"id":1}'],
    ['GET /pets/1', '200 - {}', {}, [taken('path', 'petId', '1', 0)]],
  )
  expect(lines[1]).toBe(`pets_1=$(printf '%s' "$answer" | sed '1,/^\\r*$/d' | jq -r '.id')`)
})

test('what took the name that a change crashes with is made first', () => {
  const lines = scriptOfSent(
    ['POST /pets {"name":"Zoë\\"Łódź"}', '201 - {"id":1}'],
    ['POST /pets {"name":"another"}', '201 - {"id":2}'],
    ['PUT /pets/2 {"name":"Zoë\\"Łódź"}', '500 - ', {}, [taken('path', 'petId', '2', 1)]],
  )
  expect(lines[0]).toMatch(/POST .*Łódź.* {2}# 201$/)
  expect(lines.at(-1)).toMatch(/^curl -i -X PUT .*"\$pets_1" .*Łódź.* {2}# 500, as found$/)
})

test('a value goes where it was taken for, and an equal one beside it stays', () => {
  const lines = scriptOfSent(
    ['POST /pets {"name":"Ada"}', '201 - {"id":7}'],
    [
      'PATCH /v7/shops/7/pets/7?age=7 {"age":7,"mother":7}',
      '500 - ',
      {},
      [taken('body', 'mother', '7', 0), { location: 'query', name: 'age', text: '7', from: 'rule' }],
    ],
  )
  expect(lines.at(-1)).toContain(
    `'http://pets.test/v7/shops/7/pets/7?age=7' -H 'content-type:' --data-raw '{"age":7,"mother":'"$pets_1"'}'`,
  )
})

test('a tag that an earlier rule read is read again first', () => {
  const lines = scriptOfSent(
    ['GET /pets/1', '200 "7" {"id":1}'],
    ['POST /pets {"name":"Ada"}', '201 - {"id":2}'],
    ['PATCH /pets/1 {}', '412 -', { 'if-match': '"7"' }, [taken('header', 'If-Match', '"7"', 0)]],
  )
  expect(lines[1]).toMatch(/^pets_1=.*grep -i '\^etag:'/)
  expect(lines.at(-1)).toContain(`-H 'if-match: '"$pets_1"`)
})
