import { FieldFrame } from './FieldFrame'

interface FileFieldProps {
  label: string
  hint?: string | undefined
  /** The kinds of files to choose from, as the attribute of an input takes them. */
  accept: string
  onChoose: (file: File) => void
}

/** One file of the person's own. */
export function FileField({ label, hint, accept, onChoose }: FileFieldProps) {
  return (
    <FieldFrame label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          type="file"
          accept={accept}
          onChange={({ target: { files } }) => {
            const [file] = files ?? []
            if (file) onChoose(file)
          }}
        />
      )}
    </FieldFrame>
  )
}
