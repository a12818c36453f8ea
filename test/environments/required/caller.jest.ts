import { called } from './caller.ts'

declare const test: (name: string, run: () => Promise<void>) => void

test('a generated client in Jest', async () => {
  const outcome = await called()
  if (outcome !== 'Rex 404 NetworkError') throw new Error(outcome)
})
