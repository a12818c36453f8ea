import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ForeignService } from '../../bench/services/foreign-service.ts'
import { isUnseen, type Kind } from '../mutants/fault.ts'

/**
 * A small correct service, written with a framework that generates its document. The folder with its name
 * contains the service, its pinned dependencies, `verify.config.ts`, `faults.json` and `stock.yaml`.
 */
export interface Framework extends Omit<ForeignService, 'folder'> {
  /** The path at which it serves its document. */
  readonly document: string
}

export const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'fastapi',
    needs: ['python3'],
    sources: ['requirements.txt', 'service.py'],
    install: [
      ['python3', '-m', 'venv', 'venv'],
      ['venv/bin/pip', 'install', '--quiet', '--requirement', 'requirements.txt'],
    ],
    start: ['venv/bin/python', 'service.py'],
    document: '/openapi.json',
  },
  {
    name: 'django',
    needs: ['python3'],
    sources: ['requirements.txt', 'service.py'],
    install: [
      ['python3', '-m', 'venv', 'venv'],
      ['venv/bin/pip', 'install', '--quiet', '--requirement', 'requirements.txt'],
    ],
    start: ['venv/bin/python', 'service.py'],
    document: '/schema/',
  },
  {
    name: 'nestjs',
    needs: ['npm'],
    sources: ['package.json', 'package-lock.json', 'tsconfig.json', 'service.ts'],
    install: [
      ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'],
      ['node', 'node_modules/typescript/bin/tsc', '-p', '.'],
    ],
    start: ['node', 'service.js'],
    document: '/openapi.json',
  },
  {
    name: 'fastify',
    needs: ['npm'],
    sources: ['package.json', 'package-lock.json', 'service.js'],
    install: [['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund']],
    start: ['node', 'service.js'],
    document: '/openapi.json',
  },
  {
    name: 'spring',
    needs: ['java', 'mvn'],
    sources: ['pom.xml', 'src'],
    install: [['mvn', '--quiet', '--batch-mode', 'package']],
    start: ['java', '-jar', 'target/service.jar'],
    document: '/v3/api-docs',
  },
]

/** One way in which a framework's service can break its document, selected by its variable FAULT. */
export interface FrameworkFault {
  readonly id: string
  readonly kind: Kind
  /** JSON Pointer into the served document, or a section of a standard. */
  readonly clause: string
  /** One sentence: what the faulty service does. */
  readonly does: string
}

/** @returns the repository folder of a framework's service. */
export function folderOf({ name }: Framework): string {
  return join(import.meta.dirname, name)
}

export function faultsOf(framework: Framework): readonly FrameworkFault[] {
  return JSON.parse(readFileSync(join(folderOf(framework), 'faults.json'), 'utf8')) as FrameworkFault[]
}

/** True for faults that are reported separately, like those of the reference service and the store. */
export function isUnseenIn({ name }: Framework, id: string): boolean {
  return isUnseen(name, id)
}
