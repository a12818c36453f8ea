/** As projects of CommonJS have it; JEST_BY chooses what compiles. */
const transform = {
  'ts-jest': ['ts-jest', { tsconfig: `${__dirname}/tsconfig.json` }],
  '@swc/jest': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
}[process.env.JEST_BY]

module.exports = {
  rootDir: `${__dirname}/../..`,
  testMatch: ['**/*.jest.ts'],
  testEnvironment: process.env.JEST_IN,
  transform: { '\\.ts$': transform },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
}
