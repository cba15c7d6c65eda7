import type { Plugin } from 'vite'

const frame = /[ \t]*<!-- The frame[^>]*-->[\s\S]*?<!-- End of the frame -->\n?/

/**
 * The page that the server delivers at public addresses: index.html without the frame of the signed-in pages, which is
 * seen there until the app runs.
 */
export function publicPage(): Plugin {
  return {
    name: 'public-page',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const index = bundle['index.html']
        if (index?.type !== 'asset') throw new Error('The build has no index.html')
        const source = String(index.source)
        if (!frame.test(source)) throw new Error('index.html has no frame')
        this.emitFile({ type: 'asset', fileName: 'public.html', source: source.replace(frame, '') })
      },
    },
  }
}
