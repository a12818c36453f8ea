import { renderReport } from '@concordat/contract'
import { expect, test } from 'vitest'
import { whySent, whySentSlotName } from '../../../../runtime/contract/report/why-sent.ts'
import { describeRun } from './broken-run.ts'

const request = { method: 'POST', url: 'http://pets.test/pets?dry=1', headers: {} }

test('a value is explained by its answer, the document, the seed, the configuration or the rule', () => {
  const sending = { steps: [{ request }], rule: 'defaults', seed: '5' }
  const lines = whySent(
    [
      { location: 'path', name: 'petId', value: '17', from: 'answer', step: 1, pointer: '/id' },
      { location: 'header', name: 'If-Match', value: '"a"', from: 'answer', step: 1, header: 'etag' },
      { location: 'link', name: '', from: 'answer' },
      { location: 'body', name: '', from: 'document' },
      { location: 'query', name: 'limit', value: '2', from: 'made' },
      { location: 'header', name: 'authorization', value: '$CONCORDAT_KEY', from: 'configured' },
      { location: 'query', name: 'sort', value: 'name', from: 'rule' },
    ],
    sending,
  ).map((sent) => `${whySentSlotName(sent)}: ${sent.why}`)
  expect(lines).toEqual([
    'path petId: response 1 (POST /pets), /id',
    'header If-Match: response 1 (POST /pets), etag',
    'link: an earlier response',
    'body: from the document',
    'query limit: generated with seed 5',
    'header authorization: from the configuration',
    'query sort: chosen by the rule defaults',
  ])
})

test('a finding says why its request was sent, on the page and as data', async () => {
  const report = await describeRun('patch-not-stored')
  const [finding] = report.findings
  const [{ value: petId = '' } = {}] = finding?.sent ?? []
  expect(finding?.sent).toEqual([
    {
      ...{ location: 'path', name: 'petId', value: petId, from: 'answer', step: 1, pointer: '/id' },
      why: 'response 1 (POST /api/pets), /id',
    },
    {
      ...{ location: 'header', name: 'authorization', value: '$CONCORDAT_KEY', from: 'configured' },
      why: 'from the configuration',
    },
  ])
  expect(petId).not.toBe('')
  expect(renderReport(report, 'html')).toContain(
    `<dt>path petId <code>${petId}</code></dt><dd>response 1 (POST /api/pets), /id</dd>`,
  )
  expect(JSON.parse(renderReport(report, 'sarif')).runs[0].results[0].properties.sent).toEqual(finding?.sent)
})
