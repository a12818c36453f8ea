import { expect, test } from 'vitest'
import { askForExportTurn } from '../../../server/batch-exports/runs/turns.ts'

test('turns are of their organization, and those of schedules go before those of backfills', async () => {
  const sent: unknown[] = []
  const jobs = {
    send: async (...job: readonly unknown[]) => {
      sent.push(job[2])
    },
  }
  for (const kind of ['backfill', 'schedule'] as const)
    await askForExportTurn(jobs, { organization_id: 'ours', kind })
  expect(sent).toEqual([
    { group: 'ours', priority: 0, singletonKey: 'ours backfill' },
    { group: 'ours', priority: 1, singletonKey: 'ours schedule' },
  ])
})
