/** Default configuration file, which `init` writes. */
export const CONFIG_FILE = 'concordat.config.ts'
