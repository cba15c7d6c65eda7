import { TextField } from '../../components/form/TextField'

/** The address of a payment link where the browser copies nothing by itself. */
export default function CopyByHand({ url }: { url: string }) {
  return (
    <TextField
      label="Copy this address by hand"
      name="linkUrl"
      value={url}
      onChange={() => undefined}
      inputProps={{ readOnly: true }}
    />
  )
}
