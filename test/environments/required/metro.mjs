/**
 * Resolves the package as Metro does for React Native, with the conditions "require" and "react-native", and
 * loads the result.
 */
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import metro from 'metro-resolver'

const root = process.cwd()
const found = metro.resolve(
  {
    allowHaste: false,
    assetExts: new Set(),
    sourceExts: ['js', 'ts'],
    customResolverOptions: {},
    disableHierarchicalLookup: false,
    doesFileExist: existsSync,
    extraNodeModules: {},
    fileSystemLookup: (path) =>
      existsSync(path)
        ? { exists: true, type: lstatSync(path).isDirectory() ? 'd' : 'f', realPath: path }
        : { exists: false },
    getPackage: (path) => JSON.parse(readFileSync(path, 'utf8')),
    getPackageForModule: (path) => {
      const [, rootPath, rest] = /^(.*\/node_modules\/@concordat\/runtime)\/?(.*)$/.exec(path) ?? []
      const packageJson = rootPath && JSON.parse(readFileSync(join(rootPath, 'package.json'), 'utf8'))
      return packageJson ? { packageJson, rootPath, packageRelativePath: rest } : null
    },
    isESMImport: false,
    mainFields: ['react-native', 'browser', 'main'],
    nodeModulesPaths: [],
    originModulePath: join(root, 'index.js'),
    preferNativePlatform: true,
    redirectModulePath: (path) => path,
    resolveAsset: () => undefined,
    resolveHasteModule: () => undefined,
    resolveHastePackage: () => undefined,
    unstable_conditionNames: ['require', 'react-native'],
    unstable_conditionsByPlatform: {},
    unstable_enablePackageExports: true,
    unstable_logWarning: (message) => console.error(message),
  },
  '@concordat/runtime/client',
  'ios',
)
const { createClient } = createRequire(import.meta.url)(found.filePath)
console.log(typeof createClient({ baseUrl: '/' }), found.filePath.slice(root.length))
