import { limits, type LabStep } from '@mailstop/contract'
import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { ApiError, errorText } from '../../lib/api/api-error.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { StepForm } from './step-form.tsx'
import { newStep, stepOf, valuesOfStep, type StepValues } from './step-values.ts'
import { useFailureChanges } from './use-failures.ts'

/** `id` is null for one that is to be made. */
export type Edited = { id: number | null; name: string; steps: readonly LabStep[] }

type ScenarioDialogProps = { team: number; edited: Edited; onClose: () => void }

/** Makes or changes a scenario of the team. */
export function ScenarioDialog({ team, edited, onClose }: ScenarioDialogProps) {
  const changes = useFailureChanges(team)
  const [name, setName] = useState(edited.name)
  const [steps, setSteps] = useState(() => keyed(edited.steps.map(valuesOfStep)))
  const saving = useMutation({
    mutationFn: async () => {
      const body = { name, steps: steps.map(({ values }) => stepOf(values)) }
      await (edited.id === null ? changes.add(body) : changes.change(edited.id, body))
    },
    onSuccess() {
      toast.success(edited.id === null ? 'Scenario added' : 'Scenario changed')
      onClose()
    },
  })
  const errors = saving.error instanceof ApiError ? saving.error.errors : {}
  const form = {
    onSubmit(event: SyntheticEvent) {
      event.preventDefault()
      saving.mutate()
    },
    isSubmitting: saving.isPending,
    problem:
      saving.isError && Object.keys(errors).length === 0 ? errorText(saving.error) : undefined,
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={edited.id === null ? 'Add scenario' : `Edit ${edited.name}`}
      description="The first step that matches acts. A wait goes on to the next."
    >
      <DialogForm form={form} action={edited.id === null ? 'Add' : 'Save'} onCancel={onClose}>
        <TextField
          label="Name"
          autoComplete="off"
          value={name}
          error={errors['name']?.join(' ')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {steps.map(({ key, values }, index) => (
          <StepForm
            key={key}
            place={index + 1}
            values={values}
            errors={errorsOfStep(errors, index)}
            onChange={(next) =>
              setSteps(steps.map((one) => (one.key === key ? { key, values: next } : one)))
            }
            onRemove={
              steps.length === 1 ? null : () => setSteps(steps.filter((one) => one.key !== key))
            }
          />
        ))}
        {steps.length < limits.stepsPerScenario && (
          <Button
            icon={<Plus />}
            className="justify-self-start"
            onClick={() => setSteps([...steps, ...keyed([newStep()])])}
          >
            Add step
          </Button>
        )}
      </DialogForm>
    </Dialog>
  )
}

/** Steps have no name, and others move up when one is removed. */
const keyed = (steps: StepValues[]) => steps.map((values) => ({ key: crypto.randomUUID(), values }))

/** The texts of a refusal by field: `steps.0.do.reply.code` is about `code`. */
function errorsOfStep(
  errors: Readonly<Record<string, readonly string[]>>,
  index: number,
): ReadonlyMap<string, string> {
  const beginning = `steps.${index}.`
  return new Map(
    Object.entries(errors)
      .filter(([path]) => path.startsWith(beginning))
      .map(([path, texts]) => [path.split('.').at(-1) ?? '', texts.join(' ')]),
  )
}
