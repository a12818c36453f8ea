import type { Finding } from '@concordat/contract'

/** Returns a finding about a wrong status, with the given changes. */
export function finding(part: Partial<Finding>): Finding {
  const request = { method: 'GET', url: 'http://a.test/pets', headers: {} }
  return {
    rule: 'conformance',
    operationId: 'listPets',
    grade: 'documented',
    clause: '#/paths/~1pets/get/responses/200',
    kind: 'own',
    data: {},
    expected: 'status 200',
    received: 'status 203',
    wrong: 'answers 203 instead of 200',
    weight: 'status',
    exchange: { request },
    steps: [{ request }],
    curl: 'curl',
    script: 'curl',
    ...part,
  }
}
