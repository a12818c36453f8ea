export { type Generated, generate } from './pipeline/generate.ts'
