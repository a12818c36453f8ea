import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { petDocument } from '../pet-document.ts'
import type { Fault } from '../pet-fault.ts'
import { PetService } from '../pet-service.ts'

/** The first script of a rule about an operation, headers left out. */
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

test('a later read stands behind what made and what changed the item', async () => {
  const lines = await scriptOf('patch-not-stored', 'lifecycle', 'updatePet')
  expect(lines[0]).toMatch(/^answer=\$\(curl -sS -X POST 'http:\/\/pets\.test\/api\/pets' .*\) {2}# 201$/)
  expect(lines[1]).toBe(`pets_1=$(printf '%s' "$answer" | jq -r '.id')`)
  expect(lines[2]).toMatch(
    /^curl -i -X PATCH '.*\/pets\/'"\$pets_1" .* --data-raw '\{"name":"[^"]*"\}' {2}# 200$/,
  )
  expect(lines.at(-1)).toMatch(
    /^curl -i 'http:\/\/pets\.test\/api\/pets\/'"\$pets_1" -H 'authorization: Bearer '"\$CONCORDAT_KEY" {2}# 200, as found$/,
  )
})

test('each request carries the key that it was sent with', async () => {
  const lines = await scriptOf('tenants-share', 'tenancy', 'readPet')
  expect(lines[0]).toContain('"$CONCORDAT_KEY"')
  expect(lines.at(-1)).toContain('"$CONCORDAT_OTHER_KEY"')
})

test('what two answers say is shown by both', async () => {
  const lines = await scriptOf('list-shows-old-weight', 'agreement', 'listPets')
  expect(
    lines.map((line) => /curl \S+ (?:-X \S+ )?'?\S*(\/pets\S*)/.exec(line)?.[1] ?? '').filter(Boolean),
  ).toEqual([`/pets'`, `/pets?limit=100'`, `/pets/'"$pets_1"`])
})
