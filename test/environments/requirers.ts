import { join } from 'node:path'
import { type Environment, HERE, nodeOf, nodePackage } from './environment.ts'

/** A project that loads the package with `require`, and the end of its output if that works. */
export interface Requirer extends Omit<Environment, 'limits' | 'bundled'> {
  readonly environment?: Readonly<Record<string, string>>
  readonly prints: RegExp
  /** True if the generated code contains its runtime, and our package is not installed. */
  readonly isInlined?: boolean
}

const FOLDER = join(HERE, 'required')
const JEST = { jest: '30.5.2', typescript: '5.9.3' }
const jest = [process.execPath, 'node_modules/jest/bin/jest.js', '--config', join(FOLDER, 'jest.config.cjs')]
const compiled = [process.execPath, 'node_modules/typescript/bin/tsc', '-p', FOLDER]
const passed = /Tests: +1 passed/
const called = /Rex 404 NetworkError\s*$/

/** Projects that compile the generated code. */
const COMPILING: readonly Requirer[] = [
  {
    name: 'Jest 30.5.2 with ts-jest',
    packages: { ...JEST, 'ts-jest': '29.4.15' },
    environment: { JEST_BY: 'ts-jest', JEST_IN: 'node' },
    command: jest,
    prints: passed,
  },
  {
    name: 'Jest 30.5.2 with SWC and jsdom, as Next.js sets it up',
    packages: { ...JEST, '@swc/core': '1.15.3', '@swc/jest': '0.2.39', 'jest-environment-jsdom': '30.5.2' },
    environment: { JEST_BY: '@swc/jest', JEST_IN: 'jsdom' },
    command: jest,
    prints: passed,
  },
  {
    name: 'TypeScript 5.9.3 to CommonJS, as NestJS builds it, on Node 22 without `require` of modules',
    packages: { typescript: '5.9.3', [nodePackage]: '22.23.3' },
    prepare: compiled,
    command: [nodeOf, '--no-experimental-require-module', join('out', FOLDER, 'main.js')],
    prints: called,
  },
  {
    name: 'Metro 0.87.1 with the preset of React Native',
    packages: { metro: '0.87.1', '@react-native/babel-preset': '0.88.1', '@babel/runtime': '7.29.15' },
    command: [process.execPath, join(FOLDER, 'metro.cjs')],
    prints: called,
  },
]

/** Projects of CommonJS. */
export const REQUIRERS: readonly Requirer[] = [
  ...COMPILING,
  ...COMPILING.map((requirer) => ({ ...requirer, name: `${requirer.name}, inlined`, isInlined: true })),
]
