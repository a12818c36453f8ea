/** Bundles the caller by Metro with the preset of React Native, and runs the bundle. */
const { mkdirSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const Metro = require('metro')

const root = process.cwd()
const out = join(root, 'out/bundle.js')

async function main() {
  mkdirSync(join(root, 'out'), { recursive: true })
  writeFileSync(
    join(root, 'babel.config.cjs'),
    "module.exports = { presets: ['@react-native/babel-preset'] }\n",
  )
  const config = await Metro.loadConfig(
    { cwd: root },
    {
      projectRoot: root,
      maxWorkers: 1,
      reporter: { update() {} },
      resolver: {
        sourceExts: ['ts', 'js', 'json'],
        unstable_conditionNames: ['react-native'],
        useWatchman: false,
      },
    },
  )
  const entry = 'test/environments/required/main.ts'
  await Metro.runBuild(config, { entry, out, dev: false, minify: true, platform: 'ios' })
  require(out)
}

main()
