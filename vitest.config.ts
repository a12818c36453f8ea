import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/golden/*/**', 'node_modules'],
    // Against hangs only.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    reporters: [['default', { summary: false }], './test/reporter.ts'],
  },
})
